/**
 * Says what limits a leader, and what would help. Pure functions of what an interval has brought;
 * any thread.
 */
package io.synod.tuning.explain;
