/**
 * A whole cluster in one thread under a seeded scheduler with faults, and the run over many seeds;
 * owned by the thread that calls it; imports core, the service API and every package below.
 */
package io.synod.simulation;
