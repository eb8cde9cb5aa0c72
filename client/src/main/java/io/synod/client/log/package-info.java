/** What a cluster has decided, as an ordered stream: {@link io.synod.client.log.SynodLog}. */
package io.synod.client.log;
