package io.synod.laboratory;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.core.importer.Locations;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Which module and which package may use which. A package that has no line here is refused. */
final class ArchitectureTest {

  private static final AllowedDependencies MODULES =
      AllowedDependencies.parse(
          """
          service         :
          core            : service
          tuning          : core
          fitting         : tuning core
          storage         : core
          wire            : core
          network         : wire core
          client          : wire core service
          log             : client network wire storage core
          replica         : network wire storage tuning core service
          linearizability :
          strangers       : wire core
          simulation      : linearizability strangers replica tuning client wire storage core service
          link            : wire
          testkit         : simulation link replica client wire storage core service
          process         :
          examples        : replica client core service process
          chaos           : examples linearizability strangers client wire core service link replica process
          benchmarks      : replica client wire storage fitting tuning core service link process
          cli             : examples replica log client storage core service process
          laboratory      : cli fitting tuning benchmarks chaos examples link simulation replica client core service process process
          """);

  /**
   * The packages in the order in which they stand on each other, without {@code io.synod}. Behind
   * the bar stand the libraries, by the first words of their packages.
   *
   * <p>The roles (pipeline, acceptor, learner, election, catchup) do not know each other: only
   * {@code core.replica} knows them all.
   */
  private static final AllowedDependencies PACKAGES =
      AllowedDependencies.parse(
          """
          service                     :

          core.check                  :
          core.time                   : core.cluster
          core.format                 : core.check
          core.cluster                : core.check
          core.command                : core.check
          core.settings               : core.cluster core.check
          core.version                : core.command core.check
          core.message                : core.cluster core.command core.settings
          core.log                    : core.cluster core.command core.message core.check core.time
          core.membership             : core.cluster core.command core.log core.check
          core.effect                 : core.cluster core.command core.message core.settings core.membership
          core.event                  : core.cluster core.command core.message core.settings core.membership
          core.recovery               : core.election core.cluster core.command core.message core.log core.effect core.check core.settings core.membership
          core.snapshot               : core.cluster core.message core.effect core.event core.check core.time
          core.relay                  : core.cluster core.message core.effect core.check core.time core.settings core.command

          core.batcher                : core.cluster core.command core.check core.time core.session core.settings
          core.pipeline               : core.cluster core.command core.message core.log core.effect core.check core.time core.relay core.settings core.membership
          core.acceptor               : core.cluster core.message core.log core.effect core.check core.command
          core.learner                : core.cluster core.command core.message core.log core.effect core.check core.membership
          core.election               : core.cluster core.message core.effect core.check core.time core.settings
          core.catchup                : core.cluster core.command core.message core.log core.effect core.check core.time core.settings
          core.read                   : core.cluster core.message core.effect core.time core.check
          core.subscription           : core.cluster core.command core.message core.log core.effect core.event core.snapshot core.check core.time
          core.session                : core.command core.check core.settings service
          core.execution              : core.session core.command core.format core.check service core.settings core.membership core.version
          core.replica                : core.cluster core.command core.message core.log core.effect core.event core.check core.time core.relay core.pipeline core.acceptor core.learner core.election core.catchup core.read core.recovery core.snapshot core.subscription core.settings core.membership core.version

          tuning.model                :
          tuning.paper                : tuning.model
          fitting.measurement          :
          fitting.regression           : | org.hipparchus
          fitting.fit                  : fitting.measurement fitting.regression tuning.model
          fitting.profile              : fitting.fit fitting.measurement fitting.regression tuning.model
          tuning.advice               : core.command tuning.model
          tuning.autopilot            : core.settings core.time
          tuning.explain              : core.settings
          tuning.timeouts             : core.cluster core.settings core.time
          fitting.plot                 : fitting.fit fitting.measurement tuning.advice tuning.model | org.knowm.xchart

          storage                     : core.effect
          storage.disk                :
          storage.journal             : storage.disk core.effect core.cluster core.command core.message core.check
          storage.directory           : storage.disk storage.journal core.cluster core.format core.check
          storage.snapshot            : storage.disk storage.directory core.message core.check

          storage.backup              : storage.disk storage.directory storage.journal storage.snapshot core.cluster core.command core.effect core.execution core.message core.recovery

          network.wire                : core.cluster core.command core.message core.execution core.format core.check core.settings core.membership core.version | io.netty
          network.transport           : network.wire | io.netty org.slf4j
          network.peer                : network.wire network.transport core.cluster core.message core.format core.check core.time | io.netty org.slf4j
          network.subscriber          : network.wire network.transport core.cluster core.command core.message core.effect core.event core.subscription core.check | io.netty org.slf4j
          network.ingress             : network.wire network.transport core.cluster core.command core.message core.batcher core.execution core.format core.check core.time core.settings core.membership core.version core.session | io.netty org.slf4j

          client                      : network.wire network.transport core.cluster core.command core.execution core.check core.time service core.settings core.membership core.version core.session | io.netty org.slf4j

          log                         : client network.subscriber network.transport network.wire storage.backup storage.disk storage.snapshot core.command core.event core.execution core.message core.snapshot core.subscription | io.netty

          replica.config              : core.cluster core.batcher core.pipeline core.learner core.election core.session core.execution core.catchup core.recovery core.relay core.snapshot core.format core.replica core.settings core.membership | com.sun.management
          replica.executor            : network.transport core.check core.time | io.netty
          replica.instrumentation     : tuning.explain core.cluster core.settings replica.config network.wire network.transport core.command | io.netty org.slf4j javax.management com.sun.management
          replica.stage               : tuning.autopilot replica.executor replica.instrumentation network.transport network.wire network.peer network.ingress network.subscriber core.read core.snapshot core.subscription storage storage.disk storage.journal storage.snapshot core.learner core.cluster core.command core.message core.effect core.event core.check core.time core.batcher core.session core.execution core.replica service core.settings core.recovery core.membership core.version | io.netty org.slf4j
          replica.assembly            : tuning.autopilot tuning.explain tuning.timeouts core.time core.command replica.config replica.instrumentation replica.executor replica.stage network.wire network.transport network.peer network.ingress network.subscriber core.subscription storage storage.disk storage.journal storage.snapshot storage.directory core.recovery core.cluster core.message core.effect core.event core.check core.batcher core.execution core.replica service core.settings core.learner core.snapshot core.membership core.version core.session | io.netty org.slf4j com.sun.management
          replica                     : replica.assembly replica.config replica.stage network.transport network.ingress storage storage.backup storage.directory storage.disk storage.journal storage.snapshot network.wire core.cluster core.command core.message core.recovery core.replica service core.settings core.membership | org.slf4j

          linearizability             :

          strangers                   : network.wire core.cluster core.command core.execution core.message core.settings core.membership | io.netty.buffer

          simulation.scheduler        : network.wire core.cluster core.message | io.netty.buffer
          simulation.disk             : storage.disk core.check
          simulation.network          : simulation.scheduler simulation.check network.wire core.cluster core.message | io.netty.buffer
          simulation.host             : core.cluster simulation.scheduler simulation.network simulation.storage replica.assembly replica.config replica.executor replica.stage network.transport storage.disk storage.snapshot core.settings storage.directory | io.netty org.slf4j
          simulation.check            : core.cluster core.command core.message core.effect core.settings core.membership core.replica core.learner simulation.storage core.recovery core.session
          simulation.service          : simulation.scheduler simulation.check service
          simulation.storage          : simulation.disk storage.disk storage.journal storage.snapshot core.effect core.cluster core.message core.recovery
          simulation.node             : core.time simulation.scheduler simulation.network simulation.check simulation.service simulation.storage simulation.host replica.assembly replica.config replica.stage storage core.cluster core.command core.message core.effect core.event core.execution core.recovery core.replica service core.settings core.membership core.version core.session
          simulation.client           : simulation.scheduler simulation.check simulation.service linearizability simulation.host client service core.settings | io.netty.channel
          simulation.learner          : simulation.scheduler simulation.network simulation.check simulation.service simulation.storage simulation.node simulation.client core.cluster core.command core.message core.effect core.execution core.snapshot core.subscription core.settings simulation.host replica.assembly replica.config replica.stage core.replica
          simulation.stranger         : strangers client network.wire core.cluster core.command core.execution simulation.scheduler simulation.service simulation.node simulation.host replica.config core.membership core.version simulation.check core.session core.settings | io.netty
          simulation.fault            : simulation.scheduler simulation.network simulation.check simulation.storage simulation.node core.cluster
          simulation.explore          : simulation.network simulation.check core.cluster core.log core.command core.message core.effect core.event core.time core.election core.pipeline core.catchup core.learner core.recovery core.snapshot core.replica core.settings core.membership core.version
          simulation.cores            : simulation.scheduler simulation.check core.cluster core.command core.message core.effect core.event core.learner core.membership core.recovery core.replica core.settings core.snapshot core.time core.version
          simulation.tuning           : tuning.autopilot replica.config core.settings
          simulation.timed            : tuning.autopilot simulation.scheduler simulation.check simulation.storage simulation.host client replica.assembly replica.config replica.stage core.cluster core.command core.message core.effect core.replica core.settings core.membership storage service | io.netty
          simulation                  : simulation.service simulation.stranger network.wire simulation.host replica.config simulation.scheduler simulation.network simulation.check simulation.node simulation.client simulation.learner simulation.fault core.cluster core.message core.pipeline core.election core.learner core.replica core.settings replica.assembly core.membership core.recovery core.session simulation.storage

          testkit.service             : service
          testkit.history             : testkit.service
          testkit.scan                : service | org.objectweb.asm
          testkit.copy                : testkit.service testkit.history simulation.service core.command core.execution core.settings service core.version
          testkit.simulated           : testkit.service testkit.copy testkit.history simulation simulation.service service | io.netty.util
          testkit.cluster             : link client network.transport replica replica.assembly replica.config replica.executor replica.stage storage.directory storage.snapshot service core.check | io.netty org.junit
          testkit                     : testkit.service testkit.copy testkit.history testkit.scan testkit.simulated simulation.service service core.check

          link                        : network.transport network.wire | io.netty

          process                     :

          examples.counter            : replica replica.config client service
          examples.lock               : service
          examples.bank               : service
          examples.exchange           : service
          examples.blobs              : replica replica.config service | org.slf4j
          examples.kv.store           : | org.pcollections
          examples.kv.command         : examples.kv.store service
          examples.kv.redis           : examples.kv.command service | io.netty org.slf4j
          examples.kv                 : examples.kv.store examples.kv.command examples.kv.redis replica replica.config client service core.settings | io.netty org.slf4j
          examples.process            : replica.config client process core.settings
          examples.kv.cluster         : examples.process examples.kv process
          examples.demo               : examples.process examples.kv.cluster examples.kv.command client service | me.tongfei.progressbar org.HdrHistogram org.slf4j

          chaos.register              : linearizability examples.kv.command examples.kv.cluster client service core.settings
          chaos.fault                 : link examples.process
          chaos.timeline              : chaos.fault
          chaos.run                   : link chaos.fault chaos.register chaos.timeline examples.process examples.kv.cluster linearizability client | com.fasterxml.jackson

          chaos.hostile.attack        : link strangers network.wire core.command core.message core.cluster examples.kv.command examples.kv.store service | io.netty.buffer
          chaos.hostile               : chaos.hostile.attack chaos.register chaos.run examples.process examples.kv examples.kv.cluster linearizability replica.config client service process | com.fasterxml.jackson io.netty.util

          benchmarks.load             : service client network.transport core.settings | io.netty org.HdrHistogram
          benchmarks.yardstick        : network.wire network.transport storage.disk core.cluster core.command core.execution | io.netty org.slf4j
          benchmarks.limit            :
          benchmarks.process          : benchmarks.limit benchmarks.load benchmarks.yardstick network.wire replica replica.config client service link core.settings process | com.fasterxml.jackson org.HdrHistogram
          benchmarks.cluster          : fitting.plot benchmarks.load benchmarks.process replica.config core.command link core.settings process | org.HdrHistogram org.knowm.xchart com.fasterxml.jackson me.tongfei.progressbar
          benchmarks.calibration      : fitting.fit benchmarks.load benchmarks.process fitting.measurement tuning.autopilot replica.config core.settings process
          benchmarks.sweep            : fitting.plot benchmarks.experiment.report benchmarks.calibration benchmarks.load benchmarks.process fitting.fit fitting.measurement tuning.model link client core.settings replica.config process | org.knowm.xchart
          benchmarks.experiment.report : fitting.plot benchmarks.limit fitting.fit fitting.measurement fitting.regression link core.command tuning.model core.settings | org.knowm.xchart
          benchmarks.experiment.catalogue : benchmarks.load benchmarks.process link replica.config core.settings benchmarks.experiment.report
          benchmarks.experiment       : benchmarks.experiment.catalogue benchmarks.limit benchmarks.cluster benchmarks.load benchmarks.process link fitting.fit fitting.measurement fitting.regression replica.config tuning.model core.settings process benchmarks.experiment.report | org.knowm.xchart

          cli.storage                 : storage.disk storage.journal storage.snapshot storage.directory core.cluster core.command core.message core.effect | com.fasterxml.jackson
          cli                         : process cli.storage examples.kv replica replica.config client log storage.backup storage.directory storage.journal storage.snapshot core.settings core.recovery core.command service | picocli com.fasterxml.jackson me.tongfei.progressbar org.slf4j

          laboratory.tuning           : benchmarks.calibration core.settings tuning.autopilot tuning.paper fitting.measurement fitting.regression fitting.fit tuning.advice tuning.model
          laboratory                  : cli cli.storage laboratory.tuning tuning.paper fitting.measurement fitting.regression fitting.fit fitting.profile tuning.advice fitting.plot tuning.model chaos.fault chaos.run chaos.hostile chaos.hostile.attack benchmarks.load benchmarks.process benchmarks.cluster benchmarks.calibration benchmarks.sweep benchmarks.experiment benchmarks.experiment.catalogue examples.demo examples.kv simulation simulation.explore replica replica.config client service link core.settings process | picocli ch.qos.logback com.fasterxml.jackson me.tongfei.progressbar org.slf4j

          """);

  /** What of the JDK the core may use: no files, sockets, threads, clocks. */
  private static final Set<String> CORE_JDK =
      Set.of(
          "java.lang",
          "java.lang.invoke",
          "java.lang.runtime",
          "java.nio",
          "java.nio.charset",
          "java.util",
          "java.util.function");

  /** Calls that make a run depend on something else than its events; with their arguments. */
  private static final Set<String> UNREPEATABLE =
      Set.of(
          "java.lang.System.nanoTime()",
          "java.lang.System.currentTimeMillis()",
          "java.lang.System.identityHashCode(java.lang.Object)",
          "java.lang.Math.random()",
          "java.util.Random.<init>()",
          "java.util.UUID.randomUUID()",
          "java.util.Collections.shuffle(java.util.List)");

  /** Classes that report their running time to the user, and end on request. */
  private static final Set<String> TIMED =
      Set.of("io.synod.simulation.SimulationRun", "io.synod.simulation.explore.Exploration");

  /**
   * Streams that the core is given, for snapshots; it opens none. And a length of time: no clock.
   */
  private static final Set<String> CORE_VALUES =
      Set.of(
          "java.io.InputStream",
          "java.io.OutputStream",
          "java.io.BufferedInputStream",
          "java.io.BufferedOutputStream",
          "java.io.DataInputStream",
          "java.io.DataOutputStream",
          "java.io.IOException",
          "java.io.EOFException",
          "java.time.Duration",
          "java.util.zip.CRC32C");

  /** The classes that may use all parts of a replica. */
  private static final Set<String> ALL_PARTS =
      Set.of("Replica", "Transitions", "Dispatch", "Member");

  private static final Set<String> CONCURRENT =
      Set.of("java.lang.Thread", "java.lang.ThreadLocal", "java.util.Timer");

  // Runs that only the simulation's own tests start; they are as repeatable as the others.
  private static final Path SIMULATED = Path.of("..", "simulation", "target", "test-classes");
  private static final Set<String> RUNS =
      Set.of("simulation.cores", "simulation.timed", "simulation.tuning");
  private static final Pattern RUN =
      Pattern.compile(".*/simulation/(cores|timed|tuning)/(?!\\w*Test\\b)\\w[^/]*");

  private static JavaClasses classes;

  @BeforeAll
  static void readClasses() {
    Set<Location> locations = new HashSet<>(Locations.ofPackage("io.synod"));
    locations.add(Location.of(SIMULATED));
    classes =
        new ClassFileImporter()
            .withImportOption(
                location ->
                    ImportOption.Predefined.DO_NOT_INCLUDE_TESTS.includes(location)
                        || location.matches(RUN))
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importLocations(locations);
  }

  @Test
  void every_package_has_a_line() {
    Set<String> packages =
        classes.stream().map(ArchitectureTest::shortPackage).collect(Collectors.toSet());
    assertThat(packages).containsAll(RUNS);
    assertThat(PACKAGES.names()).containsAll(packages);
  }

  @Test
  void a_package_uses_only_what_its_line_allows() {
    assertThat(violations(ArchitectureTest::isForbidden)).isEmpty();
  }

  @Test
  void no_package_stands_on_one_that_stands_on_it() {
    assertThat(PACKAGES.firstCycle()).isEmpty();
    assertThat(MODULES.firstCycle()).isEmpty();
  }

  @Test
  void packages_depend_as_their_modules_do() {
    for (String name : PACKAGES.names()) {
      for (String used : PACKAGES.of(name)) {
        String module = module(name);
        assertThat(module.equals(module(used)) || MODULES.of(module).contains(module(used)))
            .as("%s may use %s", name, used)
            .isTrue();
      }
    }
  }

  @Test
  void the_core_knows_no_file_socket_thread_or_clock() {
    assertThat(
            violations(
                dependency ->
                    isIn(dependency.getOriginClass(), "core")
                        && isJdk(dependency.getTargetClass())
                        && !CORE_JDK.contains(dependency.getTargetClass().getPackageName())
                        && !CORE_VALUES.contains(dependency.getTargetClass().getName())))
        .isEmpty();
  }

  @Test
  void a_role_sees_neither_its_replica_nor_parts_that_it_is_not_given() {
    Set<String> all = Set.of("io.synod.core.replica.Replica", "io.synod.core.replica.Parts");
    assertThat(
            violations(
                dependency ->
                    all.contains(dependency.getTargetClass().getName())
                        && shortPackage(dependency.getOriginClass()).equals("core.replica")
                        && !ALL_PARTS.contains(dependency.getOriginClass().getSimpleName())))
        .isEmpty();
  }

  @Test
  void core_checker_and_simulation_depend_on_nothing_but_their_events_and_seed() {
    Set<String> found = new TreeSet<>();
    for (JavaClass type : classes) {
      if (isIn(type, "core") || isIn(type, "linearizability") || isIn(type, "simulation")) {
        type.getAccessesFromSelf().stream()
            .filter(access -> !access.getOriginOwner().getName().startsWith(CARRIERS))
            .filter(ArchitectureTest::isUnrepeatable)
            .forEach(access -> found.add(access.getDescription()));
        type.getDirectDependenciesFromSelf().stream()
            .filter(dependency -> CONCURRENT.contains(dependency.getTargetClass().getName()))
            .filter(dependency -> !dependency.getDescription().contains(ASKED_OF_A_THREAD))
            .filter(dependency -> !dependency.getOriginClass().getName().startsWith(CARRIERS))
            .filter(dependency -> !dependency.getOriginClass().getName().equals(GUARD))
            .forEach(dependency -> found.add(dependency.getDescription()));
      }
    }
    assertThat(found).isEmpty();
  }

  // One of them runs at a time, in the order of the simulation's events.
  private static final String CARRIERS = "io.synod.simulation.host.Carriers";

  // Compares threads, only to refuse a service's call from another one than the service's.
  private static final String GUARD = "io.synod.core.execution.Position";

  // Netty's question to an event loop, which a simulated one answers without looking at the thread.
  private static final String ASKED_OF_A_THREAD =
      "SimulatedEventLoop.inEventLoop(java.lang.Thread)";

  // The time of a run is reported to its user; the run itself does not learn it.
  private static boolean isUnrepeatable(JavaAccess<?> access) {
    return UNREPEATABLE.contains(access.getTarget().getFullName())
        && !TIMED.contains(access.getOriginOwner().getFullName());
  }

  private static boolean isForbidden(Dependency dependency) {
    JavaClass target = dependency.getTargetClass().getBaseComponentType();
    String origin = shortPackage(dependency.getOriginClass());
    if (target.isPrimitive() || isJdk(target)) {
      return false;
    }
    if (!target.getPackageName().startsWith("io.synod")) {
      List<String> libraries = PACKAGES.librariesOf(origin);
      return libraries.stream().noneMatch(target.getPackageName()::startsWith);
    }
    String used = shortPackage(target);
    return !used.equals(origin) && !PACKAGES.of(origin).contains(used);
  }

  private static List<String> violations(Predicate<Dependency> isForbidden) {
    return classes.stream()
        .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
        .filter(isForbidden)
        .map(Dependency::getDescription)
        .sorted()
        .distinct()
        .toList();
  }

  private static boolean isJdk(JavaClass type) {
    return type.getPackageName().startsWith("java.");
  }

  private static boolean isIn(JavaClass type, String module) {
    return module(shortPackage(type)).equals(module);
  }

  // Two packages of network are in the module that a client needs as well.
  private static String module(String shortPackage) {
    if (shortPackage.equals("network.wire") || shortPackage.equals("network.transport")) {
      return "wire";
    }
    int dot = shortPackage.indexOf('.');
    return dot < 0 ? shortPackage : shortPackage.substring(0, dot);
  }

  private static String shortPackage(JavaClass type) {
    return type.getPackageName().substring("io.synod.".length());
  }
}
