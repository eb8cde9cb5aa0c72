/** Replicas, views and quorums as values. Any thread; imports nothing. */
package io.synod.core.cluster;
