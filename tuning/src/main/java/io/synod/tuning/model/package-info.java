/**
 * Computes the performance of a cluster: the cost model of Santos &amp; Schiper for Phase 2 (2013,
 * S13, and 2011, S11) and PigPaxos' message loads. Pure functions; sizes in bytes, times in ms.
 */
package io.synod.tuning.model;
