/** Fetching decisions that were missed. Protocol thread; imports log, effect, message and time. */
package io.synod.core.catchup;
