/** Deadlines as data and seeded delays. The owner's thread; imports nothing. */
package io.synod.core.time;
