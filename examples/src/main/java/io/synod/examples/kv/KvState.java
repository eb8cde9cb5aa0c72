package io.synod.examples.kv;

import io.synod.examples.kv.store.Keyspace;

/**
 * How far one replica's key-value service is.
 *
 * @param slot of the last executed request, -1 before the first
 * @param leaderTimeMillis of that slot
 * @param digest of the state after it; equal on all replicas in the same slot once they have
 *     executed all of it
 * @param keys that are stored
 * @param expiring keys that have an expiry time
 * @param firstExpiryMillis leader time at which the next one expires
 */
public record KvState(
    long slot,
    long leaderTimeMillis,
    long digest,
    long keys,
    int expiring,
    long firstExpiryMillis) {

  static KvState of(Keyspace keyspace) {
    return new KvState(
        keyspace.slot(),
        keyspace.nowMillis(),
        keyspace.digest(),
        keyspace.stored(),
        keyspace.expiring(),
        keyspace.firstExpiryMillis());
  }
}
