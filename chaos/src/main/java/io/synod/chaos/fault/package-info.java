/**
 * Faults of real processes, their disks and the links between them: drawn from a seed, begun and
 * ended; any thread; may import the links and the process cluster.
 */
package io.synod.chaos.fault;
