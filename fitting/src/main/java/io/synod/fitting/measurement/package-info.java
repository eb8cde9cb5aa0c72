/**
 * Reads the measurements that replicas write about themselves: CSV files, one row for each replica
 * and interval. On the caller's thread; imports nothing of Synod.
 */
package io.synod.fitting.measurement;
