package io.synod.core.replica;

import io.synod.core.acceptor.Acceptor;
import io.synod.core.learner.Learner;
import io.synod.core.log.Log;

/** The log of a replica, and the acceptor and the learner that share it. */
record Slots(Log log, Acceptor acceptor, Learner learner) {}
