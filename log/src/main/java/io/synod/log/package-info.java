/** What a cluster has decided, as an ordered stream: {@link io.synod.log.SynodLog}. */
package io.synod.log;
