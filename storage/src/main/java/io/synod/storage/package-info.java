/**
 * The journal of a replica's durable state. Owned by the protocol thread; imports core's effects.
 */
package io.synod.storage;
