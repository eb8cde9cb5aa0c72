/**
 * What Synod is measured beside, over the client port's protocol with the same frames, sockets and
 * buffers as a replica: the echo, which answers every request at once, alone, as the yardstick for
 * what replication costs; and the skeleton, which replicates batches and does nothing else, as the
 * yardstick for what everything else costs. All on one event loop each; imports network's wire and
 * transport, core's command, cluster and execution.
 */
package io.synod.benchmarks.yardstick;
