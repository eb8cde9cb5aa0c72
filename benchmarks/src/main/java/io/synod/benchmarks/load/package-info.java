/**
 * A closed loop of requests on {@link io.synod.client.SynodClient}: how many are answered, and how
 * fast. Clients and figures belong to the generator's event loops; whoever measures waits on a
 * thread of its own. Imports client and network's transport.
 */
package io.synod.benchmarks.load;
