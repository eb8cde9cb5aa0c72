/**
 * The commands of the key-value service: their bytes in the log, their meaning, their answers;
 * called on the service thread; imports the store and the service API.
 */
package io.synod.examples.kv.command;
