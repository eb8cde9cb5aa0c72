package io.synod.testkit.copy;

import io.synod.testkit.service.SequentialModel;
import io.synod.testkit.service.ServiceFactory;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * The service under test.
 *
 * @param fresh null if it can only be made by the class loader of the test
 * @param model null if there is none
 * @param refusalsMayChange whether a refused request may have changed the state
 */
public record Subject(
    ServiceFactory factory,
    FreshCopies fresh,
    Supplier<? extends SequentialModel> model,
    boolean refusalsMayChange) {

  /** A new model; null if there is none. */
  public GuardedModel newModel() {
    return model == null
        ? null
        : new GuardedModel(
            Objects.requireNonNull(model.get(), "the supplier of models has made none"));
  }
}
