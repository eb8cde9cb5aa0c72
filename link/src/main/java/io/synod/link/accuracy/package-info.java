/**
 * Measures how close links come to their shapes, through sockets on loopback. Blocks; every wait
 * has a limit. Imports the links.
 */
package io.synod.link.accuracy;
