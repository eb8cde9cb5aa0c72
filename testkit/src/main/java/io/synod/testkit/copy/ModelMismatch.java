package io.synod.testkit.copy;

/** The service and its model give different answers. */
final class ModelMismatch extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ModelMismatch(String service, String model) {
    super("the service %s, but the model %s".formatted(service, model));
  }
}
