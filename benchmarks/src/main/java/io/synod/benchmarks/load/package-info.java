/**
 * A loop of requests on {@link io.synod.client.SynodClient} that measures throughput and latency.
 * Clients and counters belong to the generator's event loops; the measuring thread is another one.
 * Imports client, network's transport and the consistency of queries.
 */
package io.synod.benchmarks.load;
