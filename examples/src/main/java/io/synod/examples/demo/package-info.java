/**
 * A cluster of three processes that loses its leader under load and gets it back, and the check
 * that no write was lost; may import the key-value example, its processes and the client.
 */
package io.synod.examples.demo;
