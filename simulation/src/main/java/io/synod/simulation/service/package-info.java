/**
 * The service under test, whose answers reveal every error. Owned by the simulation's only thread;
 * imports the service API, check and scheduler.
 */
package io.synod.simulation.service;
