/**
 * The keys, values and expiry times of the key-value service. The service thread owns them; any
 * thread may read a frozen view. Imports only the JDK.
 */
package io.synod.examples.kv.store;
