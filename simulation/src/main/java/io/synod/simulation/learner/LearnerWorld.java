package io.synod.simulation.learner;

import io.synod.simulation.check.ClusterChecks;
import io.synod.simulation.network.SubscriberNetwork;
import io.synod.simulation.scheduler.Scheduler;
import io.synod.simulation.scheduler.Seeds;
import io.synod.simulation.scheduler.Trace;

/** What all learners of one simulation share. */
record LearnerWorld(
    Scheduler scheduler,
    Trace trace,
    ClusterChecks checks,
    SubscriberNetwork network,
    Seeds seeds,
    int replicas) {}
