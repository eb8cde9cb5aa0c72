package io.synod.simulation.node;

import io.synod.simulation.check.ClusterChecks;
import io.synod.simulation.scheduler.Scheduler;
import io.synod.simulation.scheduler.Trace;

/**
 * The common objects of all replicas and learners of one simulation.
 *
 * @param setsTimers whether some requests make the service set and cancel timers
 * @param eventBytesMax of the events that some requests make it publish; 0 if none do
 */
public record World(
    Scheduler scheduler,
    Trace trace,
    ClusterChecks checks,
    boolean setsTimers,
    int eventBytesMax) {}
