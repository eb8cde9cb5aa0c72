/**
 * The service under test, whose answers give every mistake away; owned by the simulation's only
 * thread; imports the service API, check and scheduler.
 */
package io.synod.simulation.service;
