/**
 * The tables that the papers print from their models, and the values that {@code tuning.model}
 * computes from the same inputs. Pure functions, of any thread; imports the model only.
 */
package io.synod.tuning.paper;
