/**
 * What a cluster can do, computed: the cost model of Santos &amp; Schiper for Phase 2 (2013, S13,
 * and 2011, S11) and PigPaxos' message loads. Pure functions; bytes are bytes, times milliseconds.
 */
package io.synod.tuning.model;
