/** Phase 1 and the leader's heartbeats. Protocol thread; imports message, cluster and time. */
package io.synod.core.election;
