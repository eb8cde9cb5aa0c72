package io.synod.cli;

import io.synod.service.Service;
import java.lang.reflect.InvocationTargetException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The option that names the class of a service, and creates the service. */
final class ServiceClass {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--service",
      paramLabel = "CLASS",
      defaultValue = "io.synod.examples.kv.KvService",
      description =
          "The replicated service, the same at all replicas and learners: a class with a constructor"
              + " without arguments that implements io.synod.service.Service. Its jar goes into"
              + " SYNOD_CLASSPATH.")
  private String name;

  /**
   * Makes the service.
   *
   * @throws ParameterException if it cannot be created, with the reason
   */
  Service create() {
    try {
      return create(name);
    } catch (IllegalArgumentException unusable) {
      throw new ParameterException(command.commandLine(), unusable.getMessage(), unusable);
    }
  }

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
