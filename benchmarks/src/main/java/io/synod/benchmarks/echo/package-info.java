/**
 * A server that answers every request at once, alone: the yardstick for what replication costs. It
 * speaks the client port's protocol with the same frames, sockets and buffers as a replica. All on
 * its event loops; imports network's wire and transport, core's command, cluster and execution.
 */
package io.synod.benchmarks.echo;
