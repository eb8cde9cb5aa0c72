/**
 * How large batches and window should be, from the cost model. Pure functions, of any thread;
 * imports the model only.
 */
package io.synod.tuning.advice;
