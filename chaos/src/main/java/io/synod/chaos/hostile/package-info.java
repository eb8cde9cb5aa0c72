/**
 * Replica processes under hostile load beside a well-behaved one, and the checks of the result; any
 * thread; may import the attackers, the registers and the process cluster.
 */
package io.synod.chaos.hostile;
