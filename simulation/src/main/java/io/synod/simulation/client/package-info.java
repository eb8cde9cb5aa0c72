/**
 * Clients with sessions that retry, follow the leader and record what they saw; owned by the
 * simulation's only thread; imports core's vocabulary, scheduler, service and linearizability.
 */
package io.synod.simulation.client;
