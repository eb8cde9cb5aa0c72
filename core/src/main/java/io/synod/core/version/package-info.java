/** Versions of Synod and of the service: what replicas know, and what a cluster may use. */
package io.synod.core.version;
