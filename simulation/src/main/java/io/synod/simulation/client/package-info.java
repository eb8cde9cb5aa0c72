/**
 * Clients with sessions that retry, follow the leader and record their results. Owned by the
 * simulation's only thread; imports core's vocabulary, scheduler, service and linearizability.
 */
package io.synod.simulation.client;
