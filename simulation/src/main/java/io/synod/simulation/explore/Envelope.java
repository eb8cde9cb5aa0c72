package io.synod.simulation.explore;

import io.synod.core.message.Message;

/** A message in flight. */
record Envelope(int from, int to, Message message) {}
