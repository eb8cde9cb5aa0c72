/**
 * The result of a fit: a properties file with the costs of one machine, service and workload, which
 * advice starts from. On the caller's thread; imports fit and model.
 */
package io.synod.fitting.profile;
