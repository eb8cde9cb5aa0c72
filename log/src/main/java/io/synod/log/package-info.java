/** The decisions of a cluster as an ordered stream: {@link io.synod.log.SynodLog}. */
package io.synod.log;
