/**
 * Phase 2 at the leader, WND instances in parallel. Protocol thread; imports relay, log and below.
 */
package io.synod.core.pipeline;
