/** Timeouts that follow round trips and silences, as in TCP and in Dynatune. */
package io.synod.tuning.timeouts;
