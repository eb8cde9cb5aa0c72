/**
 * Reads beside the log: linearizable ones at the leader and at any replica, and others. Protocol
 * thread; imports message, effect, time and below.
 */
package io.synod.core.read;
