/** Replicas, views and quorums as values. Any thread; imports check. */
package io.synod.core.cluster;
