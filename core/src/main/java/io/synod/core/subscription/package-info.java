/**
 * The decided sequence for subscribers, which have no vote: how a replica sends it, and how a
 * subscriber follows it from one replica to the next; see docs/learners.md.
 */
package io.synod.core.subscription;
