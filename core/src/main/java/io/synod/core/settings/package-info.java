/**
 * What an embedder sets and asks for: durability, consistency, and the settings of each part as
 * checked values. Public, for any thread; imports check and cluster.
 */
package io.synod.core.settings;
