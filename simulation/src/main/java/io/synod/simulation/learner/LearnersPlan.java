package io.synod.simulation.learner;

import java.util.List;

/**
 * The learners of the cluster, and the rate of their faults.
 *
 * @param intervalNanos average time between two faults of a learner
 * @param lengthNanos of one fault, at most
 */
public record LearnersPlan(
    List<SimulatedLearner.Settings> learners, long intervalNanos, long lengthNanos) {}
