package io.synod.log;

import java.io.InputStream;

/**
 * The service's state in place of entries that no replica keeps any more.
 *
 * @param end it holds the effect of every slot before this one; entries go on from there
 * @param leaderTimeMillis of the last slot in it: milliseconds since 1970
 * @param state the bytes that {@code Service.snapshot} has written, verified; need not be read to
 *     their end, and can be read during {@link LogListener#onSnapshot} only
 */
public record LogSnapshot(long end, long leaderTimeMillis, InputStream state) {}
