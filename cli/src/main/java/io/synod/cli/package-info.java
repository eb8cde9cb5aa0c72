/**
 * The {@code synod} command for operators; runs on the main thread of a process of its own. Imports
 * the library modules and the examples, no benchmark and no simulator.
 */
package io.synod.cli;
