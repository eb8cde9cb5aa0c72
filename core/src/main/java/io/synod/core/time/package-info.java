/** Deadlines as data, seeded delays, and timeouts. The owner's thread; imports views only. */
package io.synod.core.time;
