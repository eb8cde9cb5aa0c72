package io.synod.core.execution;

import io.synod.service.Lifecycle;
import io.synod.service.Role;
import io.synod.service.Service;

/**
 * Calls the {@link Lifecycle} of a service; does nothing if the service has none. Confined to the
 * service thread, {@link #stop} to the one that ends it. Each method throws a {@link
 * ServiceFailure} if the service throws anything.
 */
public final class LifecycleCalls {
  private static final Lifecycle NONE = new Lifecycle() {};

  private final Lifecycle lifecycle;

  LifecycleCalls(Service service) {
    lifecycle = service instanceof Lifecycle implemented ? implemented : NONE;
  }

  /** Whether the service has a lifecycle. */
  public boolean isPresent() {
    return lifecycle != NONE;
  }

  /** The replica has started. */
  public void start() {
    try {
      lifecycle.onStart();
    } catch (Throwable failure) {
      throw new ServiceFailure("the service failed when it was started", failure);
    }
  }

  /** The replica has this role now. */
  public void role(Role role) {
    try {
      lifecycle.onRole(role);
    } catch (Throwable failure) {
      throw new ServiceFailure("the service failed when its replica became " + role, failure);
    }
  }

  /** The replica ends. */
  public void stop() {
    try {
      lifecycle.onStop();
    } catch (Throwable failure) {
      throw new ServiceFailure("the service failed when it was stopped", failure);
    }
  }
}
