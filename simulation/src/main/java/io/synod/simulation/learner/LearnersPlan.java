package io.synod.simulation.learner;

import java.util.List;

/**
 * Who follows the cluster, and how often something goes wrong there.
 *
 * @param intervalNanos from one fault of a learner to the next, on average
 * @param lengthNanos of one fault, at most
 */
public record LearnersPlan(
    List<SimulatedLearner.Settings> learners, long intervalNanos, long lengthNanos) {}
