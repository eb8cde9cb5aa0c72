/** What a user of the kit gives to it: services, the requests of their clients, and models. */
package io.synod.testkit.service;
