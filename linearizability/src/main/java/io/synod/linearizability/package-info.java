/**
 * Decides whether a history of operations could have happened one after the other; any thread;
 * imports nothing but the JDK.
 */
package io.synod.linearizability;
