/**
 * What an embedder implements; called by one thread at a time, see Service; imports nothing but the
 * JDK.
 */
package io.synod.service;
