package io.synod.cli;

import io.synod.service.Service;
import java.lang.reflect.InvocationTargetException;

/** Creates a service from the name of its class. */
final class ServiceClass {
  private ServiceClass() {}

  /**
   * @throws IllegalArgumentException if it cannot be created, with the reason
   */
  static Service create(String className) {
    try {
      Class<?> found = Class.forName(className);
      if (!Service.class.isAssignableFrom(found)) {
        throw new IllegalArgumentException(className + " does not implement " + Service.class);
      }
      return found.asSubclass(Service.class).getConstructor().newInstance();
    } catch (ClassNotFoundException | NoClassDefFoundError missing) {
      throw new IllegalArgumentException(
          "there is no class "
              + missing.getMessage()
              + " on the class path; SYNOD_CLASSPATH adds to it",
          missing);
    } catch (LinkageError unusable) {
      throw new IllegalArgumentException(
          "the class %s cannot be loaded: %s".formatted(className, unusable), unusable);
    } catch (NoSuchMethodException | InstantiationException | IllegalAccessException closed) {
      throw new IllegalArgumentException(
          className + " is not a public class with a public constructor without arguments", closed);
    } catch (InvocationTargetException failed) {
      throw new IllegalArgumentException(
          "the constructor of " + className + " failed: " + failed.getCause(), failed);
    }
  }
}
