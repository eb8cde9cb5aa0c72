/**
 * The tables that the papers print from their models, beside what {@code tuning.model} computes
 * from the same inputs. Pure functions, of any thread; imports the model only.
 */
package io.synod.tuning.paper;
