package io.synod.simulation.mutation;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles the source of one mutant in memory, against the classes of this test. */
final class MutantCompiler {
  private static final List<String> OPTIONS =
      List.of("-proc:none", "-nowarn", "-classpath", System.getProperty("java.class.path"));

  private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

  // Keeps the jars of the class path open: to open them takes longer than to compile a class.
  private static final StandardJavaFileManager FILES =
      COMPILER.getStandardFileManager(null, null, null);

  private MutantCompiler() {}

  /** The class and those nested in it, by name. */
  static synchronized Map<String, byte[]> compile(Mutant mutant) {
    DiagnosticCollector<JavaFileObject> errors = new DiagnosticCollector<>();
    Output output = new Output(FILES);
    boolean compiled =
        COMPILER.getTask(null, output, errors, OPTIONS, null, List.of(new Source(mutant))).call();
    if (!compiled) {
      throw new IllegalStateException(
          "the mutant \"%s\" must be adapted: %s".formatted(mutant, errors.getDiagnostics()));
    }
    Map<String, byte[]> classes = new HashMap<>();
    output.classes.forEach((name, bytes) -> classes.put(name, bytes.toByteArray()));
    return classes;
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(Mutant mutant) {
      super(URI.create("mutant:///" + mutant.simpleName() + ".java"), Kind.SOURCE);
      text = mutant.source();
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  private static final class Output extends ForwardingJavaFileManager<JavaFileManager> {
    private final Map<String, ByteArrayOutputStream> classes = new HashMap<>();

    Output(JavaFileManager files) {
      super(files);
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      classes.put(className, bytes);
      return new SimpleJavaFileObject(URI.create("mutant:///" + className), kind) {
        @Override
        public OutputStream openOutputStream() {
          return bytes;
        }
      };
    }
  }
}
