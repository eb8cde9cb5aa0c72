package io.synod.testkit.scan;

import io.synod.service.TypedService;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.security.CodeSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Follows the calls of a service through its own classes: those of the same directories or jars as
 * the service and its superclasses. It finds calls of the JDK that a deterministic service must not
 * make. Code of other libraries is not read.
 *
 * <p>A first pass follows the constructors. They may call what they like, as {@code onStart} may;
 * but the objects and lambdas that they make are those that a request may call. The second pass
 * follows the calls of a request.
 */
public final class CallScan {
  private static final String GENERATOR = "io/synod/testkit/service/RequestGenerator";
  private static final Set<String> NOT_ENTERED = Set.of("<init>", "onStart", "onRole", "onStop");

  private final Class<?> service;
  private final Set<String> locations = new HashSet<>();
  private final ForbiddenCalls forbidden;
  private final Map<String, OwnClass> read = new HashMap<>();
  private final Set<String> others = new HashSet<>();

  // Of classes that are not the service's own.
  private final Map<String, Set<String>> parents = new HashMap<>();
  private final Set<String> made = new HashSet<>();
  private final List<OwnClass.Call> virtualCalls = new ArrayList<>();
  private final Map<String, Place> reached = new HashMap<>();
  private final ArrayDeque<Place> open = new ArrayDeque<>();
  private final List<String> findings = new ArrayList<>();
  private final Map<String, Place> callers = new HashMap<>();

  // Of the first pass: the classes and lambdas that constructors make.
  private final Set<String> madeBefore = new HashSet<>();
  private final Map<OwnClass.Call, Place> lambdas = new LinkedHashMap<>();

  // Calls of constructors that make a clock of the machine. They are findings once a request reads
  // a clock.
  private final Map<OwnClass.Call, Place> clocks = new LinkedHashMap<>();

  // Types whose methods a request may call.
  private final Set<String> used = new HashSet<>();
  private boolean constructs;

  /** A method that a call of the service reaches, and from where. */
  private record Place(OwnClass type, OwnClass.Method method, Place caller, int line) {

    private String text(int at) {
      return "%s.%s(%s:%d)"
          .formatted(type.name().replace('/', '.'), method.name, type.source(), at);
    }
  }

  private CallScan(Class<?> service, List<String> allowed) {
    this.service = service;
    forbidden = new ForbiddenCalls(allowed);
    for (Class<?> type = service; type != null; type = type.getSuperclass()) {
      addLocation(type);
    }
  }

  private void addLocation(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    URL url = source == null ? null : source.getLocation();
    if (url != null && type != TypedService.class) {
      locations.add(url.toString());
    }
  }

  /**
   * The forbidden calls, each with its way there, outermost method last.
   *
   * @param allowed classes, or class and method, that the service may call all the same
   */
  public static List<String> of(Class<?> service, List<String> allowed) {
    CallScan scan = new CallScan(service, allowed);
    scan.scan();
    return scan.findings;
  }

  private void scan() {
    constructs = true;
    pass();
    madeBefore.addAll(made);
    List.of(made, virtualCalls, reached.keySet(), callers.keySet()).forEach(Collection::clear);
    constructs = false;
    pass();
  }

  private void pass() {
    String name = service.getName().replace('.', '/');
    makes(name, null, 0);
    for (OwnClass type = own(name); type != null; type = constructs ? null : parent(type)) {
      for (OwnClass.Method method : type.methods().values()) {
        if (isEntry(method)) {
          reach(type, method, null, 0);
        }
      }
    }
    while (!open.isEmpty()) {
      Place place = open.poll();
      place.method.fieldTypes.forEach(this::uses);
      place.method.calls.forEach(call -> follow(place, call));
    }
  }

  private boolean isEntry(OwnClass.Method method) {
    return constructs
        ? method.name.equals("<init>")
        : method.isEntry && !NOT_ENTERED.contains(method.name);
  }

  private OwnClass parent(OwnClass type) {
    return type.parents().stream().findFirst().map(this::own).orElse(null);
  }

  private void follow(Place place, OwnClass.Call call) {
    if (GENERATOR.equals(call.by())) {
      // A constant of the service's class, for its tests.
      return;
    }
    if (constructs && call.by() != null) {
      lambdas.putIfAbsent(call, place);
      return;
    }
    uses(call.owner());
    String reason = reasonOf(call);
    if (reason != null && !constructs) {
      find(place, call, reason);
    } else if (reason != null && ForbiddenCalls.makesClock(call.owner(), call.name())) {
      clocks.putIfAbsent(call, place);
    }
    if (!constructs && ForbiddenCalls.readsClock(call.owner(), call.name())) {
      clocks.forEach((clock, constructor) -> find(constructor, clock, reasonOf(clock)));
      clocks.clear();
    }
    if (call.name().equals("<init>")) {
      makes(call.owner(), place, call.line());
    }
    initializes(call.owner(), place, call.line());
    resolve(call.owner(), call, place);
    virtualCalls.add(call);
    callers.putIfAbsent(call.toString(), place);
    made.forEach(type -> override(type, call, place));
    madeBefore.forEach(type -> override(type, call, place));
  }

  /** Null if the service may make this call. */
  private String reasonOf(OwnClass.Call call) {
    return forbidden.reason(inherited(call.owner(), call), call);
  }

  /** The type, and those whose method of this signature it may inherit. */
  private Set<String> inherited(String name, OwnClass.Call call) {
    Set<String> types = new LinkedHashSet<>(Set.of(name));
    OwnClass type = own(name);
    if (type == null) {
      types.addAll(parentsOfOther(name));
    } else if (!type.methods().containsKey(call.signature())) {
      type.parents().forEach(parent -> types.addAll(inherited(parent, call)));
    }
    return types;
  }

  /**
   * All types from which a class of the JDK inherits; nothing for a class that cannot be loaded.
   */
  private Set<String> parentsOfOther(String name) {
    Set<String> known = parents.get(name);
    if (known == null) {
      known = new LinkedHashSet<>();
      try {
        addParents(Class.forName(name.replace('/', '.'), false, service.getClassLoader()), known);
      } catch (ClassNotFoundException | LinkageError notThere) {
        known.clear();
      }
      parents.put(name, known);
    }
    return known;
  }

  private static void addParents(Class<?> type, Set<String> parents) {
    List<Class<?>> direct = new ArrayList<>(List.of(type.getInterfaces()));
    if (type.getSuperclass() != null) {
      direct.add(0, type.getSuperclass());
    }
    for (Class<?> parent : direct) {
      parents.add(parent.getName().replace('.', '/'));
      addParents(parent, parents);
    }
  }

  /** A request may call the lambdas of this type. */
  private void uses(String type) {
    if (!constructs && !type.equals("java/lang/Object") && used.add(type)) {
      lambdas.forEach(
          (lambda, place) -> {
            if (isSubtype(lambda.by(), type)) {
              follow(place, lambda);
            }
          });
    }
  }

  /** A class is instantiated: calls of its parents' methods may reach its own. */
  private void makes(String name, Place from, int line) {
    OwnClass type = own(name);
    if (type == null || !made.add(name)) {
      return;
    }
    initializes(name, from, line);
    for (OwnClass.Call call : List.copyOf(virtualCalls)) {
      override(name, call, callers.get(call.toString()));
    }
    if (from != null
        && !constructs
        && type.parents().stream().anyMatch(one -> isCalledFromOutside(one))) {
      for (OwnClass.Method method : type.methods().values()) {
        if (!method.name.startsWith("<")) {
          reach(type, method, from, line);
        }
      }
    }
  }

  /** Whether libraries may call methods of a class that has this parent. */
  private boolean isCalledFromOutside(String parent) {
    return own(parent) == null
        && !parent.equals("java/lang/Object")
        && !parent.equals("java/lang/Record")
        && !parent.equals("java/lang/Enum");
  }

  private void initializes(String name, Place from, int line) {
    OwnClass type = own(name);
    if (type != null && type.methods().containsKey("<clinit>()V")) {
      reach(type, type.methods().get("<clinit>()V"), from, line);
    }
  }

  /** The method that {@code owner} has or inherits. */
  private void resolve(String owner, OwnClass.Call call, Place from) {
    OwnClass type = own(owner);
    if (type == null) {
      return;
    }
    OwnClass.Method method = type.methods().get(call.signature());
    if (method != null) {
      reach(type, method, from, call.line());
    } else {
      type.parents().forEach(parent -> resolve(parent, call, from));
    }
  }

  /** No constructor overrides another. */
  private void override(String name, OwnClass.Call call, Place from) {
    if (!call.name().startsWith("<") && isSubtype(name, call.owner())) {
      OwnClass type = own(name);
      OwnClass.Method method = type.methods().get(call.signature());
      if (method != null) {
        reach(type, method, from, call.line());
      }
    }
  }

  private boolean isSubtype(String name, String of) {
    if (name.equals(of)) {
      return true;
    }
    OwnClass type = own(name);
    return type != null && type.parents().stream().anyMatch(parent -> isSubtype(parent, of));
  }

  private void reach(OwnClass type, OwnClass.Method method, Place from, int line) {
    String key = type.name() + "." + method.name + method.descriptor;
    if (!reached.containsKey(key)) {
      Place place = new Place(type, method, from, line);
      reached.put(key, place);
      open.add(place);
    }
  }

  private void find(Place place, OwnClass.Call call, String reason) {
    StringBuilder text = new StringBuilder();
    text.append(call.owner().replace('/', '.')).append('.').append(call.name());
    text.append(" ").append(reason).append(", called by");
    int line = call.line();
    for (Place at = place; at != null; at = at.caller) {
      text.append("%n    %s".formatted(at.text(line)));
      line = at.line;
    }
    findings.add(text.toString());
  }

  /** Null if it is not one of the service's own. */
  private OwnClass own(String name) {
    if (others.contains(name)) {
      return null;
    }
    OwnClass known = read.get(name);
    if (known == null) {
      known = readOwn(name);
      if (known == null) {
        others.add(name);
      } else {
        read.put(name, known);
      }
    }
    return known;
  }

  private OwnClass readOwn(String name) {
    ClassLoader loader = service.getClassLoader();
    URL url = name.startsWith("[") ? null : loader.getResource(name + ".class");
    if (url == null || !isOwn(url.toString())) {
      return null;
    }
    try (InputStream in = url.openStream()) {
      return OwnClass.read(name, in);
    } catch (IOException failure) {
      throw new UncheckedIOException("cannot read the class file of " + name, failure);
    }
  }

  private boolean isOwn(String url) {
    return locations.stream()
        .anyMatch(location -> url.startsWith(location) || url.contains(location + "!"));
  }
}
