/**
 * The output of {@code synod model}, {@code synod fit} and {@code synod tune}: text for people and
 * fields for programs. On the main thread; imports the model and its tuning.
 */
package io.synod.laboratory.tuning;
