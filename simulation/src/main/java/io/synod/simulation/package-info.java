/**
 * Runs a whole cluster in one thread under a seeded scheduler with faults, for many seeds. Owned by
 * the thread that calls it; imports core, the service API and every package below.
 */
package io.synod.simulation;
