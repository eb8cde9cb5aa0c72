package io.synod.simulation.node;

import io.synod.simulation.network.SubscriberConnection;

/** A learner asks up to where a read must see; answered with the round. */
record ReadPoint(SubscriberConnection from, long round) {}
