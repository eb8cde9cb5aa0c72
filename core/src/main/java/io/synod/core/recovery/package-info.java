/**
 * Coming back after a crash: what is kept, and how a replica whose memory is incomplete joins.
 * Protocol thread; imports effect, message, cluster, command, log and check.
 */
package io.synod.core.recovery;
