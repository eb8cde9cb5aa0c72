/**
 * The commands of the key-value service: their encoding in the log, their execution, their answers;
 * called on the service thread; imports the store and the service API.
 */
package io.synod.examples.kv.command;
