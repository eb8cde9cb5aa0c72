/**
 * A loop of requests on {@link io.synod.client.SynodClient}: how many are answered, and how fast.
 * Clients and figures belong to the generator's event loops; whoever measures waits on a thread of
 * its own. Imports client, network's transport and what a query's consistency is.
 */
package io.synod.benchmarks.load;
