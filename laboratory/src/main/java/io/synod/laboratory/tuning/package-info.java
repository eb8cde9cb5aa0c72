/**
 * What {@code synod model}, {@code synod fit} and {@code synod tune} show: text for people and
 * fields for programs. On the main thread; imports the model and what is tuned with it.
 */
package io.synod.laboratory.tuning;
