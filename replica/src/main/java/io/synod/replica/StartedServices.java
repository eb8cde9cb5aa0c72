package io.synod.replica;

import io.synod.service.Service;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The services that replicas and learners of this JVM were started with. Any thread.
 *
 * <p>A service begins without state, and one thread calls it. With one that has executed requests
 * before, a replica would execute the same requests again on top of their results.
 */
final class StartedServices {
  // Weak, because nobody says when a service is not used any more: as many as the program still
  // holds, a reference each.
  private static final List<WeakReference<Service>> STARTED = new ArrayList<>();

  private StartedServices() {}

  /**
   * Starts a replica or a learner. If that fails, the service may be used for another start.
   *
   * @throws IllegalStateException if the service was used for a start before
   */
  static <T> T start(Service service, Supplier<T> start) {
    add(service);
    try {
      return start.get();
    } catch (RuntimeException | Error failure) {
      remove(service);
      throw failure;
    }
  }

  private static synchronized void add(Service service) {
    remove(null);
    if (STARTED.stream().anyMatch(started -> started.get() == service)) {
      throw new IllegalStateException(
          "this service was given to another replica or to an earlier start; it begins without"
              + " state, so give each start a new one");
    }
    STARTED.add(new WeakReference<>(service));
  }

  /**
   * @param service null for all that are gone
   */
  private static synchronized void remove(Service service) {
    STARTED.removeIf(started -> started.get() == service);
  }
}
