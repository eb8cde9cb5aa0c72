/**
 * One run: a cluster, its links, its clients, its faults, and what came of it; the caller's thread
 * drives, one thread for each replica asks it what it is; may import all of the module.
 */
package io.synod.chaos.run;
