/**
 * The autopilot in a closed loop with the replicas that ship: their processors, links and disks
 * take time, clients load them, and what the leader chooses is compared with fixed limits under the
 * same conditions.
 */
package io.synod.simulation.timed;
