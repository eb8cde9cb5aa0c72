package io.synod.testkit.scan;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** One class of the service, read from its class file: its methods and what they call. */
final class OwnClass {
  private static final int NO_ENTRY = Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE;

  // Numbers, times, and text in capitals.
  private static final Pattern LOCALIZED =
      Pattern.compile("(?<!%)(%%)*%(\\d+\\$)?[-#+ 0,(<]*\\d*(\\.\\d+)?[deEfgGtTS]");

  private final String name;
  private final Map<String, Method> methods = new HashMap<>();
  private final Set<String> parents = new LinkedHashSet<>();
  private String source;

  /**
   * A call of another method, at a line of the source.
   *
   * @param by of a method reference or a lambda: the interface by which it is called; otherwise
   *     null
   * @param isLocalized whether the method has loaded a format before it whose result depends on a
   *     locale
   */
  record Call(
      String owner, String name, String descriptor, int line, String by, boolean isLocalized) {

    String signature() {
      return name + descriptor;
    }
  }

  /** One method with its calls. */
  static final class Method {
    final String name;
    final String descriptor;

    // Whether a caller of the service can call it.
    final boolean isEntry;
    final List<Call> calls = new ArrayList<>();

    // The types of the fields that it reads.
    final Set<String> fieldTypes = new HashSet<>();

    private Method(String name, String descriptor, boolean isEntry) {
      this.name = name;
      this.descriptor = descriptor;
      this.isEntry = isEntry;
    }
  }

  private OwnClass(String name) {
    this.name = name;
  }

  static OwnClass read(String name, InputStream in) throws IOException {
    OwnClass read = new OwnClass(name);
    new ClassReader(in).accept(read.new Visitor(), ClassReader.SKIP_FRAMES);
    return read;
  }

  String name() {
    return name;
  }

  String source() {
    return source == null ? name : source;
  }

  /** Its superclass and its interfaces. */
  Set<String> parents() {
    return parents;
  }

  /** By name and descriptor. */
  Map<String, Method> methods() {
    return methods;
  }

  private final class Visitor extends ClassVisitor {
    private Visitor() {
      super(Opcodes.ASM9);
    }

    @Override
    public void visit(
        int version,
        int access,
        String self,
        String signature,
        String parent,
        String[] interfaces) {
      if (parent != null) {
        parents.add(parent);
      }
      parents.addAll(List.of(interfaces));
    }

    @Override
    public void visitSource(String file, String debug) {
      source = file;
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String self, String descriptor, String signature, String[] exceptions) {
      Method method = new Method(self, descriptor, (access & NO_ENTRY) == 0);
      methods.put(self + descriptor, method);
      return new Calls(method);
    }
  }

  private static final class Calls extends MethodVisitor {
    private final Method method;
    private int line;
    private boolean isLocalized;

    private Calls(Method method) {
      super(Opcodes.ASM9);
      this.method = method;
    }

    @Override
    public void visitLineNumber(int number, Label start) {
      line = number;
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String called, String descriptor, boolean isInterface) {
      method.calls.add(new Call(owner, called, descriptor, line, null, isLocalized));
      isLocalized &= !ForbiddenCalls.isFormat(owner, called);
    }

    @Override
    public void visitLdcInsn(Object constant) {
      isLocalized |= constant instanceof String text && LOCALIZED.matcher(text).find();
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String field, String descriptor) {
      if (opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC) {
        // The class is initialized.
        method.calls.add(new Call(owner, "<clinit>", "()V", line, null, false));
      }
      if (opcode == Opcodes.GETSTATIC || opcode == Opcodes.GETFIELD) {
        method.fieldTypes.add(Type.getType(descriptor).getInternalName());
      }
    }

    @Override
    public void visitInvokeDynamicInsn(
        String called, String descriptor, Handle bootstrap, Object... arguments) {
      String by = Type.getReturnType(descriptor).getInternalName();
      for (Object argument : arguments) {
        if (argument instanceof Handle handle) {
          method.calls.add(
              new Call(
                  handle.getOwner(), handle.getName(), handle.getDesc(), line, by, isLocalized));
        }
      }
    }
  }
}
