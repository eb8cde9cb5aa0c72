/** Runs a service on a simulated cluster with faults. */
package io.synod.testkit.simulated;
