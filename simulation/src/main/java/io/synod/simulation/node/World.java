package io.synod.simulation.node;

import io.synod.simulation.check.ClusterChecks;
import io.synod.simulation.scheduler.Scheduler;
import io.synod.simulation.scheduler.Trace;
import io.synod.simulation.service.ServicePlan;

/** The common objects of all replicas and learners of one simulation. */
public record World(
    Scheduler scheduler, Trace trace, ClusterChecks checks, ServicePlan service, Builds builds) {}
