package io.synod.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class ChildrenTest {
  private final Children children = Children.withJvmOptions(List.of("-Xmx64m"));

  @AfterEach
  void close() {
    children.close();
  }

  @Test
  void a_child_ends_when_nobody_holds_its_standard_input() throws Exception {
    Process orphan =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Lifeline.class.getName(),
                Listening.class.getName(),
                "0")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      assertThat(orphan.inputReader().readLine()).isEqualTo(Child.PREFIX + Child.READY);
      orphan.getOutputStream().close();
      assertThat(orphan.waitFor(30, TimeUnit.SECONDS)).isTrue();
    } finally {
      orphan.destroyForcibly();
    }
  }

  @Test
  void a_child_ends_when_it_cannot_listen_to_its_parent() throws Exception {
    Child child = children.start("deaf", Deaf.class, List.of());
    child.awaitReady(Duration.ofSeconds(30));
    child.send("anything");
    assertThat(child.process().waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThatThrownBy(child::checkAlive).hasMessageContaining("cannot listen");
  }

  @Test
  void no_child_outlives_its_parents_close() throws Exception {
    long pid = ready(Listening.class).pid();
    assertThat(ProcessHandle.of(pid)).isPresent();

    children.close();

    assertThat(ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false)).isFalse();
  }

  @Test
  void a_child_that_cannot_start_is_a_failure_with_the_end_of_its_log() throws IOException {
    Child child = children.start("broken", Listening.class, List.of("no port"));

    assertThatThrownBy(() -> child.awaitReady(Duration.ofSeconds(30)))
        .isInstanceOf(ProcessFailure.class)
        .hasMessageStartingWith("broken ended: 1")
        .hasMessageContaining("no port");
  }

  @Test
  void closed_children_are_joined_by_no_others() {
    children.close();

    assertThatThrownBy(() -> children.start("late", Listening.class, List.of("0")))
        .isInstanceOf(ProcessFailure.class);
  }

  @Test
  void a_process_that_is_being_ended_starts_no_children() throws Exception {
    assertThat(Children.areEnding()).isFalse();
    Process ending =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                LateParent.class.getName())
            .redirectErrorStream(true)
            .start();
    String text = new String(ending.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(text)
        .isEqualTo(
            "true: no process is started any more: this one is being ended, or has closed them");
  }

  /** Wants children when its process ends. */
  static final class LateParent {
    private LateParent() {}

    public static void main(String[] arguments) {
      Runtime.getRuntime().addShutdownHook(new Thread(LateParent::begin));
    }

    private static void begin() {
      try {
        Children.withJvmOptions(List.of());
      } catch (ProcessFailure refused) {
        System.out.print(Children.areEnding() + ": " + refused.getMessage());
      }
    }
  }

  @Test
  void files_of_a_child_are_deleted_with_its_folder(@TempDir Path disk) throws IOException {
    Path folder = children.folderIn(disk);
    Files.createDirectories(folder.resolve("a/b"));
    Files.writeString(folder.resolve("a/b/c"), "left");
    Files.createDirectory(children.file("data"));

    children.close();

    assertThat(disk).isEmptyDirectory();
    assertThat(children.file("data").getParent()).doesNotExist();
  }

  private Child ready(Class<?> main) throws InterruptedException {
    Child child = children.start("child", main, List.of("0"));
    child.awaitReady(Duration.ofSeconds(30));
    return child;
  }

  @Test
  void a_child_and_its_parent_receive_each_others_lines() throws Exception {
    Child child = ready(Listening.class);
    child.send("anybody there");
    assertThat(child.nextLine(Duration.ofSeconds(30))).isEqualTo("heard anybody there");
  }

  @Test
  void the_log_of_a_silent_child_holds_the_output_of_all_its_lives() throws Exception {
    Program silent = new Program(Printing.class, List.of(), false);
    for (String life : List.of("first", "second")) {
      Child child = children.start("silent child", silent, List.of(life));
      assertThat(child.process().waitFor()).isZero();
      assertThat(child.isKilled()).isFalse();
    }
    assertThat(Files.readAllLines(children.log("silent child"))).containsExactly("first", "second");
  }

  @Test
  void a_program_of_another_build_has_its_class_path() throws Exception {
    String own = System.getProperty("java.class.path");
    Program other = new Program(Printing.class, List.of(), false).of(own + ":another-build");
    Child child = children.start("silent child", other, List.of("java.class.path"));
    assertThat(child.process().waitFor()).isZero();
    assertThat(Files.readAllLines(children.log("silent child")))
        .containsExactly("java.class.path", own + ":another-build");
  }

  @Test
  void resources_of_children_are_closed_once_they_have_ended() throws Exception {
    Child child = ready(Listening.class);
    List<Boolean> alive = new ArrayList<>();
    children.closeWith(() -> alive.add(child.isAlive()));
    children.close();
    assertThat(alive).containsExactly(false);
    assertThatThrownBy(() -> children.closeWith(() -> alive.add(true)))
        .isInstanceOf(ProcessFailure.class);
    assertThat(alive).containsExactly(false, true);
  }

  /** Listens to a port, and to its parent. */
  static final class Listening {
    private Listening() {}

    public static void main(String[] arguments) throws IOException {
      Lifeline.listen(line -> Child.say("heard " + line));
      try (ServerSocket socket = new ServerSocket(Integer.parseInt(arguments[0]))) {
        Child.say(Child.READY);
        socket.accept().close();
      }
    }
  }

  /** Throws at the first line of its parent. */
  static final class Deaf {
    private Deaf() {}

    public static void main(String[] arguments) {
      Lifeline.listen(
          line -> {
            throw new IllegalStateException("cannot listen");
          });
      Child.say(Child.READY);
      new CompletableFuture<Void>().join();
    }
  }

  /** Prints its argument, and the system property of this name if there is one. */
  static final class Printing {
    private Printing() {}

    public static void main(String[] arguments) {
      System.out.println(arguments[0]);
      String property = System.getProperty(arguments[0]);
      if (property != null) {
        System.out.println(property);
      }
    }
  }
}
