/**
 * The decided sequence for those who do not vote: how a replica tells it, and how a subscriber
 * follows it from one replica to the next; see docs/learners.md.
 */
package io.synod.core.subscription;
