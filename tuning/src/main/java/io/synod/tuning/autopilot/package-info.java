/**
 * Sets the batch size and the window of a running leader: measures, tries neighbouring settings
 * against the current ones, and keeps what is better. Pure functions of readings and time; confined
 * to one thread.
 */
package io.synod.tuning.autopilot;
