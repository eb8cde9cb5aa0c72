/**
 * Attackers of a cluster on this machine. Each kind sends illegal or excessive traffic. Each
 * attacker owns its thread; may import the wire format and the requests of the key-value service.
 */
package io.synod.chaos.hostile.attack;
