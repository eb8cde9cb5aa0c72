package io.synod.simulation.node;

import java.nio.ByteBuffer;

/** A client's read on its way through the core. */
record ReadTicket(int client, long number, ByteBuffer query) {}
