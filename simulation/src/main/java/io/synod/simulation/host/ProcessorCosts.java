package io.synod.simulation.host;

/**
 * What a thread's work costs.
 *
 * @param taskNanos of a task: a thread's wake-up, or one of its turns
 * @param callNanos of a read from a socket, or a write to one
 * @param kibNanos of 1024 bytes read or written
 */
public record ProcessorCosts(long taskNanos, long callNanos, long kibNanos) {

  long ofCall(int bytes) {
    return callNanos + bytes * kibNanos / 1024;
  }
}
