/**
 * Tests of services. {@link io.synod.testkit.ServiceSimulation} looks for mistakes that make
 * replicas differ.
 */
package io.synod.testkit;
