/**
 * The threads that run stages: a thread of its own or an event loop, which runs one stage's cycle
 * at a time. Any thread may offer work; imports Netty's event loop and core's check and time.
 */
package io.synod.replica.executor;
