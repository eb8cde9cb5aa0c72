/** Phase 1 and the leader's pulse. Protocol thread; imports message, cluster and time. */
package io.synod.core.election;
