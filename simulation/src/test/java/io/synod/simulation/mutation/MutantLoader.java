package io.synod.simulation.mutation;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Loads all of the project anew, with one class as a mutant has it. */
final class MutantLoader extends ClassLoader {
  private static final String PROJECT = "io.synod.";

  private final Map<String, byte[]> mutated;
  // Null for none.
  private final Path tests;

  /**
   * @param mutated classes that are taken instead of those on the class path
   */
  MutantLoader(Map<String, byte[]> mutated) {
    this(mutated, null);
  }

  /**
   * @param tests a folder of classes that are not on the class path
   */
  MutantLoader(Map<String, byte[]> mutated, Path tests) {
    super(MutantLoader.class.getClassLoader());
    this.mutated = mutated;
    this.tests = tests;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith(PROJECT)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? define(name) : loaded;
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    byte[] bytes = mutated.get(name);
    if (bytes == null) {
      bytes = ofTests(name);
    }
    if (bytes == null) {
      bytes = original(name);
    }
    return defineClass(name, bytes, 0, bytes.length);
  }

  /** Null if it is none of theirs. */
  private byte[] ofTests(String name) {
    Path file = tests == null ? null : tests.resolve(name.replace('.', '/') + ".class");
    try {
      return file == null || Files.notExists(file) ? null : Files.readAllBytes(file);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** A class as it is on the class path. */
  static byte[] original(String name) throws ClassNotFoundException {
    ClassLoader parent = MutantLoader.class.getClassLoader();
    try (InputStream in = parent.getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      return in.readAllBytes();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
