/**
 * Which thread runs which stage: a thread of its own or an event loop, and one stage's cycle at a
 * time. Any thread may offer work; imports Netty's event loop and core's check and time.
 */
package io.synod.replica.executor;
