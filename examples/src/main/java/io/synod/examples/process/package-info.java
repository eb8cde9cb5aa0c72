/**
 * Clusters of replica processes on this machine, which are started, killed and started again; any
 * thread. May import the launcher of processes and the client.
 */
package io.synod.examples.process;
