/** Clusters of real replicas in the JVM of a test, whose replicas and links can be broken. */
package io.synod.testkit.cluster;
