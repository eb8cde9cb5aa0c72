package io.synod.testkit.copy;

import io.synod.service.Service;
import io.synod.testkit.service.ServiceFactory;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.net.URL;
import java.security.CodeSource;
import java.util.HashSet;
import java.util.Set;

/**
 * Makes instances of the service whose own classes are loaded anew, as another process would. Its
 * own are those of the same directories, jars and packages as the service, its superclasses and its
 * factory.
 */
public final class FreshCopies {
  private final byte[] factory;
  private final ClassLoader parent;
  private final Set<String> own = new HashSet<>();
  private final Set<String> packages = new HashSet<>();

  // Null while instances can be made.
  private Throwable failure;

  private FreshCopies(byte[] factory, ClassLoader parent) {
    this.factory = factory;
    this.parent = parent;
  }

  /**
   * @throws IOException if the factory captures something that cannot be serialized
   */
  public static FreshCopies of(ServiceFactory factory) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(factory);
    }
    ClassLoader loader = factory.getClass().getClassLoader();
    FreshCopies copies = new FreshCopies(bytes.toByteArray(), loader);
    copies.addOwn(factory.getClass());
    for (Class<?> type = factory.create().getClass(); type != null; type = type.getSuperclass()) {
      copies.addOwn(type);
    }
    return copies;
  }

  private void addOwn(Class<?> type) {
    String location = location(type);
    // The kit and the service meet at these types, which both must load alike.
    boolean isShared =
        location == null
            || location.equals(location(Service.class))
            || location.equals(location(ServiceFactory.class));
    if (!isShared) {
      own.add(location);
      packages.add(type.getPackageName());
    }
  }

  private static String location(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    return source == null || source.getLocation() == null ? null : source.getLocation().toString();
  }

  boolean isUsable() {
    return failure == null;
  }

  /**
   * A class of the service cannot be linked under another class loader: makes no more instances.
   */
  void giveUp(Throwable reason) {
    failure = reason;
  }

  /** Why no instances were compared, for the report; null if they were. */
  public String note() {
    return failure == null
        ? null
        : "no instance under another class loader: it cannot be made or linked there, " + failure;
  }

  /**
   * A new instance, of classes that no other instance has.
   *
   * @throws LinkageError if a class cannot be loaded, or the factory fails
   */
  Service create() {
    FreshLoader loader = new FreshLoader();
    try (ObjectInputStream in = new FactoryInput(loader)) {
      return ((ServiceFactory) in.readObject()).create();
    } catch (IOException | ClassNotFoundException | RuntimeException cannot) {
      throw new LinkageError("the service cannot be made a second time: " + cannot, cannot);
    }
  }

  private final class FactoryInput extends ObjectInputStream {
    private final ClassLoader loader;

    private FactoryInput(ClassLoader loader) throws IOException {
      super(new ByteArrayInputStream(factory));
      this.loader = loader;
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass description)
        throws IOException, ClassNotFoundException {
      try {
        return Class.forName(description.getName(), false, loader);
      } catch (ClassNotFoundException primitive) {
        return super.resolveClass(description);
      }
    }
  }

  /** Loads the service's own classes itself, and asks its parent for all others. */
  private final class FreshLoader extends ClassLoader {

    private FreshLoader() {
      super(parent);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        if (loaded == null) {
          String file = name.replace('.', '/') + ".class";
          URL url = parent.getResource(file);
          loaded =
              url != null && isOwn(name, url) ? define(name, url) : super.loadClass(name, false);
        }
        if (resolve) {
          resolveClass(loaded);
        }
        return loaded;
      }
    }

    private boolean isOwn(String name, URL url) {
      String text = url.toString();
      return packages.contains(name.substring(0, Math.max(0, name.lastIndexOf('.'))))
          || own.stream()
              .anyMatch(location -> text.startsWith(location) || text.contains(location + "!"));
    }

    private Class<?> define(String name, URL url) throws ClassNotFoundException {
      try (InputStream in = url.openStream()) {
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException failure) {
        throw new ClassNotFoundException(name, failure);
      }
    }
  }
}
