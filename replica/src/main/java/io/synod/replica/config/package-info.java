/**
 * Properties files, overrides and a typed builder become one immutable, validated configuration;
 * read once, on the thread that launches a replica; imports core's cluster, format, membership and
 * settings, and limits of storage's journal.
 */
package io.synod.replica.config;
