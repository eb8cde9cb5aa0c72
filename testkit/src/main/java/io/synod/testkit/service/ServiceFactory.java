package io.synod.testkit.service;

import io.synod.service.Service;
import java.io.Serializable;

/**
 * Makes the services under test: a constructor reference, or a lambda that captures serializable
 * values only. It is serializable so that the kit can call it again under another class loader.
 */
@FunctionalInterface
public interface ServiceFactory extends Serializable {

  /** A new service without state; each call makes another one. */
  Service create();
}
