/**
 * Properties files, overrides and a typed builder become one immutable, validated configuration;
 * read once, on the thread that launches a replica; imports nothing but the JDK and the settings
 * records of the core.
 */
package io.synod.replica.config;
