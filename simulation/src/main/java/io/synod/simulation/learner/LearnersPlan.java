package io.synod.simulation.learner;

import io.synod.simulation.network.LinkConditions;
import java.util.List;

/**
 * Who follows the cluster, and what goes wrong there.
 *
 * @param wires of connections that hold
 * @param breaking share of the frames with which a connection breaks, 0 to 1
 * @param intervalNanos from one fault of a learner to the next, on average
 * @param lengthNanos of one fault, at most
 */
public record LearnersPlan(
    List<LearnerSettings> learners,
    LinkConditions wires,
    double breaking,
    long intervalNanos,
    long lengthNanos) {}
