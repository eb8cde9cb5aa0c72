/**
 * The autopilot in a closed loop with a leader that consists of formulas: random machines, links,
 * disks and loads that change, thousands of them in seconds.
 */
package io.synod.simulation.tuning;
