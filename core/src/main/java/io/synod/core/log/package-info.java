/**
 * The knowledge of a replica about each slot. Protocol thread; imports message, cluster, command
 * and check.
 */
package io.synod.core.log;
