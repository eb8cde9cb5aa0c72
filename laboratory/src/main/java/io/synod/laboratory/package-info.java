/**
 * The laboratory's commands of {@code synod}: they simulate, measure, attack and model clusters.
 * Each runs on the main thread of a process of its own and may import all modules.
 */
package io.synod.laboratory;
