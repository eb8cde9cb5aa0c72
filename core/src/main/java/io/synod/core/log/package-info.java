/**
 * What a replica knows of each slot. Protocol thread; imports message, cluster, command and check.
 */
package io.synod.core.log;
