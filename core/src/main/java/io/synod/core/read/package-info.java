/** Linearizable reads without a slot. Protocol thread; imports effect and check. */
package io.synod.core.read;
