package io.synod.storage.journal;

import io.synod.core.cluster.View;

/**
 * A record that was durable and whose body is rotten; its header still says what it was. The
 * replica must not vote in {@code slot}, nor answer for it, before it knows the decision, and must
 * not use an older vote of the same slot as the last one.
 *
 * @param file path of the segment
 * @param offset of the record in it
 * @param number of the record
 * @param type {@code Voted} or {@code Learnt}
 * @param view in which it was voted; none for a decision that was learnt
 * @param reason what is wrong with the body
 */
public record Damage(
    String file,
    long offset,
    long number,
    String type,
    long slot,
    View view,
    int bodyBytes,
    String reason) {}
