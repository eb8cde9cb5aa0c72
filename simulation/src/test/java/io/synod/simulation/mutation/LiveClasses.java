package io.synod.simulation.mutation;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * Puts the code of a mutant into the classes that this JVM has already loaded, and takes it out
 * again. The rest of the project stays compiled, so a seed runs several times as fast as with the
 * classes of a {@link MutantLoader}. One mutant at a time; no thread may run a simulation beside
 * it.
 */
public final class LiveClasses {
  // Of the classes that are mutated now; guarded by this class.
  private static final Map<Class<?>, ClassDefinition> ORIGINALS = new HashMap<>();

  private static volatile Instrumentation instrumentation;

  private LiveClasses() {}

  /** Called by the JVM when {@link #attach} has loaded this class as an agent. */
  public static void agentmain(String arguments, Instrumentation given) {
    instrumentation = given;
  }

  /** Whether the JVM may redefine its own classes: it was started with the option for that. */
  static boolean areOpen() {
    return Boolean.getBoolean("jdk.attach.allowAttachSelf");
  }

  /**
   * Runs a trial with the mutated classes, which stay until the next ones or {@link #restore}: to
   * redefine classes takes as long as a brief trial, so it is done once for each mutant.
   *
   * @return null also if the JVM cannot redefine a class in this way, as where a method was added
   */
  static synchronized <T> T tryWith(Map<String, byte[]> mutated, Supplier<T> trial) {
    if (instrumentation == null) {
      attach();
    }
    Map<Class<?>, ClassDefinition> next = new HashMap<>(ORIGINALS);
    Map<Class<?>, ClassDefinition> originals = new HashMap<>();
    try {
      for (Map.Entry<String, byte[]> each : mutated.entrySet()) {
        Class<?> type = Class.forName(each.getKey());
        originals.put(type, new ClassDefinition(type, MutantLoader.original(each.getKey())));
        next.put(type, new ClassDefinition(type, each.getValue()));
      }
      redefine(next);
    } catch (ClassNotFoundException | UnsupportedOperationException shapeChanged) {
      return null;
    }
    ORIGINALS.clear();
    ORIGINALS.putAll(originals);
    return trial.get();
  }

  /** Takes the last mutant out again. */
  static synchronized void restore() {
    if (!ORIGINALS.isEmpty()) {
      redefine(ORIGINALS);
      ORIGINALS.clear();
    }
  }

  /** All of them or, with an exception, none. */
  private static void redefine(Map<Class<?>, ClassDefinition> definitions) {
    try {
      instrumentation.redefineClasses(definitions.values().toArray(ClassDefinition[]::new));
    } catch (ClassNotFoundException | UnmodifiableClassException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static void attach() {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.putValue("Agent-Class", LiveClasses.class.getName());
    attributes.putValue("Can-Redefine-Classes", "true");
    try {
      Path jar = Files.createTempFile("synod-mutation", ".jar");
      // The class itself is on the class path.
      new JarOutputStream(Files.newOutputStream(jar), manifest).close();
      VirtualMachine self = VirtualMachine.attach(Long.toString(ProcessHandle.current().pid()));
      try {
        self.loadAgent(jar.toString());
      } finally {
        self.detach();
        Files.delete(jar);
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    } catch (AttachNotSupportedException
        | AgentLoadException
        | AgentInitializationException refused) {
      throw new IllegalStateException("this JVM takes no agent", refused);
    }
  }
}
