/**
 * Recovery after a crash: the durable state that is kept, and how a replica joins whose durable
 * state is incomplete. Protocol thread; imports effect, message, cluster, command, log and check.
 */
package io.synod.core.recovery;
