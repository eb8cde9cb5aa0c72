/**
 * What tools see in the directory of a stopped replica: its journal and its snapshots, read and
 * never changed. One thread, which blocks on the disk; imports storage, and core's effect, cluster,
 * command and message.
 */
package io.synod.cli.storage;
