/**
 * The {@code synod} command over all modules; runs on the main thread of a process of its own and
 * may import everything.
 */
package io.synod.cli;
