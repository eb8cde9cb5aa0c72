package io.synod.core.message;

import io.synod.core.cluster.View;
import io.synod.core.command.Batch;

/**
 * The batch that an acceptor has accepted in one slot.
 *
 * @param view in which it was accepted; meaningless where it is decided
 * @param decided whether the acceptor knows that this is the slot's decision
 */
public record Vote(long slot, View view, boolean decided, Batch batch) {}
