/**
 * What a fit leaves behind: a properties file with the costs of one machine, service and workload,
 * for people to keep and for advice to start from. On the caller's thread; imports fit and model.
 */
package io.synod.tuning.profile;
