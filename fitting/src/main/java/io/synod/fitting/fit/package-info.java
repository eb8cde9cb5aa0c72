/**
 * Fits the cost model to measurements: &phi;_cli, &phi;_rep and &phi;_exec from the CPU time that
 * leaders spent on instances of several sizes (S13, IV.A.2). Pure functions, of any thread; imports
 * the model, measurements and regression.
 */
package io.synod.fitting.fit;
