/**
 * Where facts that must not be forgotten go. Owned by the protocol thread; imports core's effects.
 */
package io.synod.storage;
