package io.synod.simulation.client;

import io.synod.core.settings.SessionSettings;
import io.synod.simulation.check.ClusterChecks;
import io.synod.simulation.network.ClientNetwork;
import io.synod.simulation.scheduler.Scheduler;
import io.synod.simulation.scheduler.Seeds;
import io.synod.simulation.scheduler.Trace;

/** What all clients of one simulation share. */
public record Clients(
    Scheduler scheduler,
    Trace trace,
    ClusterChecks checks,
    ClientNetwork network,
    Seeds seeds,
    int replicas,
    Workload workload,
    SessionSettings session,
    History history) {}
