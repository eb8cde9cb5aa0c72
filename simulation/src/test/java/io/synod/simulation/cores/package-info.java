/**
 * A few cores of replicas in virtual time, without stages, connections and services: their clocks
 * drift, their processes pause, their machines are suspended. Reads that no later leader may have
 * overtaken, and changes of the members. A seed takes a tenth of one of whole replicas or less.
 */
package io.synod.simulation.cores;
