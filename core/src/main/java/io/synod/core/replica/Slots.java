package io.synod.core.replica;

import io.synod.core.acceptor.Acceptor;
import io.synod.core.learner.Learner;
import io.synod.core.log.Log;

/**
 * What a replica holds of the slots.
 *
 * @param log the votes and decisions that {@code acceptor} and {@code learner} share
 */
record Slots(Log log, Acceptor acceptor, Learner learner) {}
