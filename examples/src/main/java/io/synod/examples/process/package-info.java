/**
 * Clusters of replica processes on this machine, which are started, killed and started again; any
 * thread; may import the client.
 */
package io.synod.examples.process;
