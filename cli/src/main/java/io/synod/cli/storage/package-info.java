/**
 * Reads the directory of a stopped replica, its journal and its snapshots; changes nothing. One
 * thread, which blocks on the disk. Imports storage, and of core effect, cluster, command, message.
 */
package io.synod.cli.storage;
