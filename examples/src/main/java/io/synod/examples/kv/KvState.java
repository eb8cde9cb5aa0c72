package io.synod.examples.kv;

import io.synod.examples.kv.store.Entry;
import io.synod.examples.kv.store.Keyspace;

/**
 * The progress of one replica's key-value service.
 *
 * @param slot of the last executed request, -1 before the first
 * @param digest of the state after it; equal on all replicas in the same slot once they have
 *     executed all of it
 * @param keys that are stored
 * @param firstExpiryMillis leader time at which the next of them expires, {@link Entry#NEVER} if
 *     none does
 */
public record KvState(long slot, long digest, long keys, long firstExpiryMillis) {

  static KvState of(Keyspace keyspace) {
    return new KvState(
        keyspace.slot(), keyspace.digest(), keyspace.stored(), keyspace.firstExpiryMillis());
  }
}
