/**
 * Clusters of replica processes on this machine, which can be started, killed and restarted; any
 * thread. May import the launcher of processes and the client.
 */
package io.synod.examples.process;
