package io.synod.log;

import java.nio.ByteBuffer;

/**
 * A decided request. Its place, {@code (slot, index)}, is the same for all subscribers and never
 * changes. A client without an answer sends again, so a request, {@code (session, sequence)}, may
 * be in several places. It is executed at one of them at most.
 *
 * @param slot from 0; grows, but not by one: a slot may hold no request
 * @param index in the slot's batch, from 0
 * @param session of the client that sent it
 * @param sequence in the session, from 1
 * @param leaderTimeMillis the leader's clock when it closed the batch: milliseconds since 1970
 * @param payload the bytes that the client sent; read-only, stays valid
 */
public record LogEntry(
    long slot, int index, long session, long sequence, long leaderTimeMillis, ByteBuffer payload) {}
