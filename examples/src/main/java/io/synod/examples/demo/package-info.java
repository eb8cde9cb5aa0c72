/**
 * A cluster of three processes that loses its leader under load, and the check that nothing else
 * was lost; may import the key-value example, the client and the configuration.
 */
package io.synod.examples.demo;
