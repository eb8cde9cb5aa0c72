/**
 * Linear least squares with coefficients that cannot be negative, and what the data say of them.
 * Pure functions, of any thread; imports nothing of Synod.
 */
package io.synod.tuning.regression;
