package io.synod.simulation.node;

import io.synod.core.settings.Consistency;
import java.nio.ByteBuffer;

/**
 * A client's read on its way through the core.
 *
 * @param mustSee every slot before this one was acknowledged when it arrived
 */
record ReadTicket(
    int client, long number, Consistency consistency, ByteBuffer query, long mustSee) {}
