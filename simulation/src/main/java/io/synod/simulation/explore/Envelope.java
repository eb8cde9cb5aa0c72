package io.synod.simulation.explore;

import io.synod.core.message.Message;

/** A message on its way. */
record Envelope(int from, int to, Message message) {}
