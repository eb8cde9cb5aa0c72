/**
 * Attackers of a cluster on this machine: each kind sends what no honest client sends; each
 * attacker owns its thread; may import the wire format and the requests of the key-value service.
 */
package io.synod.chaos.hostile.attack;
