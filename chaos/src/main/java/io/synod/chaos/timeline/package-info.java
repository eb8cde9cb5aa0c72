/**
 * What happened when: answers, what the replicas were, faults, and how they are drawn; any thread;
 * may import the faults.
 */
package io.synod.chaos.timeline;
