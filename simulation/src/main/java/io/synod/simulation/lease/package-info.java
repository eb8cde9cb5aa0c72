/**
 * Leases in virtual time: a few cores of replicas whose clocks drift, whose processes pause and
 * whose machines are suspended, with reads that no later leader may have overtaken.
 */
package io.synod.simulation.lease;
