/**
 * The yardsticks beside which Synod is measured. They use the client port's protocol with the same
 * frames, sockets and buffers as a replica. The echo is one process that answers every request at
 * once; it shows the cost of replication. The skeleton only replicates batches; it shows the cost
 * of everything else. All on one event loop each; imports network's wire and transport, core's
 * command, cluster and execution.
 */
package io.synod.benchmarks.yardstick;
