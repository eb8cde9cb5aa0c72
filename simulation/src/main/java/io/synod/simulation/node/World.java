package io.synod.simulation.node;

import io.synod.simulation.check.ClusterChecks;
import io.synod.simulation.network.ClientNetwork;
import io.synod.simulation.network.PeerNetwork;
import io.synod.simulation.scheduler.Scheduler;
import io.synod.simulation.scheduler.Trace;

/** What all replicas of one simulation share. */
public record World(
    Scheduler scheduler,
    Trace trace,
    ClusterChecks checks,
    PeerNetwork peers,
    ClientNetwork clients) {}
