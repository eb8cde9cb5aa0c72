/** What an embedder implements; called on the service thread; imports nothing but the JDK. */
package io.synod.service;
