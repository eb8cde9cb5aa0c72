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

/** Makes instances of the service whose own classes are loaded anew, as another process would. */
public final class FreshCopies {
  private final byte[] factory;
  private final ClassLoader parent;
  private final Set<String> own = new HashSet<>();

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
    copies.addOwn(factory.create().getClass());
    return copies;
  }

  private void addOwn(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    if (source != null && source.getLocation() != null) {
      own.add(source.getLocation().toString());
    }
  }

  /**
   * A new instance, of classes that no other instance has.
   *
   * @throws IllegalStateException if a class cannot be loaded
   */
  Service create() {
    FreshLoader loader = new FreshLoader();
    try (ObjectInputStream in = new FactoryInput(loader)) {
      return ((ServiceFactory) in.readObject()).create();
    } catch (IOException | ClassNotFoundException failure) {
      throw new IllegalStateException("the service cannot be loaded a second time", failure);
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
          loaded = url != null && isOwn(url) ? define(name, url) : super.loadClass(name, false);
        }
        if (resolve) {
          resolveClass(loaded);
        }
        return loaded;
      }
    }

    private boolean isOwn(URL url) {
      String text = url.toString();
      return own.stream()
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
