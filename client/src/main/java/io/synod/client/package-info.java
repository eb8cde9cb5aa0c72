/**
 * The client of a cluster: sessions, leader tracking, retry.
 *
 * <p>{@link io.synod.client.SynodClient} sends requests, {@link io.synod.client.SynodAdmin} the
 * commands of operators. Behind the client, {@code ClientCore} is a state machine without socket,
 * thread or clock, made of {@code LeaderTracker} (which replica to connect to), {@code
 * SessionWindow} (requests) and {@code QueryWindow} (queries); {@code ClientLoop}, {@code
 * SocketWire} and {@code Connection} drive it on an event loop, which owns everything but the
 * {@code Intake} through which other threads send. Imports network's wire and transport packages,
 * some packages of core, and the service API.
 */
package io.synod.client;
