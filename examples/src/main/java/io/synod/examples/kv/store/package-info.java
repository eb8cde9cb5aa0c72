/**
 * The keys, values and expiry times of the key-value service; owned by the service thread, but a
 * frozen view may be read by any thread; imports nothing but the JDK.
 */
package io.synod.examples.kv.store;
