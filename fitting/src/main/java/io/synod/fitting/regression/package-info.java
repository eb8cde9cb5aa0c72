/**
 * Linear least squares with non-negative coefficients and their confidence intervals. Pure
 * functions, of any thread; imports nothing of Synod.
 */
package io.synod.fitting.regression;
