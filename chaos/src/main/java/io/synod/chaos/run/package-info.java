/**
 * One run: a cluster, its links, its clients, its faults, and the result. The caller's thread
 * drives the run, and one thread for each replica asks for its role. May import all of the module.
 */
package io.synod.chaos.run;
