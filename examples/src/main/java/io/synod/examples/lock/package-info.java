/** Locks with leases, fencing tokens and owners that may vanish. */
package io.synod.examples.lock;
