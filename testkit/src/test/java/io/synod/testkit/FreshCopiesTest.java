package io.synod.testkit;

import static io.synod.testkit.ClassicMistakesTest.simulation;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.service.ServiceException;
import io.synod.testkit.service.ServiceFactory;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Instances under another class loader: which classes they load anew, and when there are none. */
class FreshCopiesTest {
  private static final String BASE =
      """
      package example;
      import io.synod.service.*;
      abstract class Base implements Service {
        @Override public byte[] execute(java.nio.ByteBuffer request, ExecutionContext context) {
          return Helper.answer(request);
        }
        @Override public Snapshot snapshot() { return out -> {}; }
        @Override public void restore(java.io.InputStream in) {}
      }
      """;

  private static final String HELPER =
      """
      package example;
      class Helper {
        static byte[] answer(java.nio.ByteBuffer request) {
          return new byte[request.remaining()];
        }
      }
      """;

  private static final String DERIVED =
      """
      package example;
      public class Derived extends Base implements io.synod.testkit.service.ServiceFactory {
        @Override public byte[] query(java.nio.ByteBuffer query) { return Helper.answer(query); }
        @Override public io.synod.service.Service create() { return new Derived(); }
      }
      """;

  private static Path compiled(Path folder, String classPath, String... sources)
      throws IOException {
    Files.createDirectories(folder);
    for (String source : sources) {
      String name = source.replaceAll("(?s).*?class (\\w+).*", "$1");
      Path file = Files.writeString(folder.resolve(name + ".java"), source, UTF_8);
      int result =
          ToolProvider.getSystemJavaCompiler()
              .run(
                  null,
                  null,
                  null,
                  "-d",
                  folder.toString(),
                  "-cp",
                  folder + System.getProperty("path.separator") + classPath,
                  file.toString());
      assertThat(result).isZero();
    }
    return folder;
  }

  private interface Check {
    void run(ServiceFactory factory);
  }

  /** Compiles a service whose superclass is in another directory. */
  private static void withTwoDirectories(Path folder, String helper, Check check) throws Exception {
    String classPath = System.getProperty("java.class.path");
    Path first = compiled(folder.resolve("first"), classPath, helper, BASE);
    String more = first + System.getProperty("path.separator") + classPath;
    Path second = compiled(folder.resolve("second"), more, DERIVED);
    URL[] urls = {first.toUri().toURL(), second.toUri().toURL()};
    ClassLoader parent = FreshCopiesTest.class.getClassLoader();
    try (URLClassLoader loader = new URLClassLoader(urls, parent)) {
      check.run(
          (ServiceFactory)
              loader.loadClass("example.Derived").getDeclaredConstructor().newInstance());
    }
  }

  @Test
  void a_superclass_and_a_package_may_be_in_another_directory(@TempDir Path folder)
      throws Exception {
    withTwoDirectories(
        folder,
        HELPER,
        factory -> assertThat(simulation(factory).histories(5).run().notes()).isEmpty());
  }

  @Test
  void calls_of_a_superclass_in_another_directory_are_followed(@TempDir Path folder)
      throws Exception {
    String clock = HELPER.replace("request.remaining()", "(int) (System.nanoTime() & 0)");
    withTwoDirectories(
        folder,
        clock,
        factory ->
            assertThatThrownBy(() -> simulation(factory).run())
                .isInstanceOf(ServiceFault.class)
                .hasMessageContaining("java.lang.System.nanoTime reads this replica's clock")
                .hasMessageContaining("example.Helper.answer(Helper.java:4)"));
  }

  private static boolean isFresh() {
    return FreshCopiesTest.class.getClassLoader() != ClassLoader.getSystemClassLoader();
  }

  private static final class NotLinked extends Ledger {
    @Override
    byte[] deposit(String account, long amount) throws ServiceException {
      if (isFresh()) {
        throw new NoClassDefFoundError("on purpose");
      }
      return super.deposit(account, amount);
    }
  }

  @Test
  void a_class_that_cannot_be_linked_or_made_is_a_note_and_no_mistake() {
    assertThat(simulation(NotLinked::new).histories(5).run().notes())
        .singleElement()
        .asString()
        .contains("no instance under another class loader", "on purpose");
    ServiceFactory once =
        () -> {
          if (isFresh()) {
            throw new IllegalStateException("on purpose");
          }
          return new Ledger();
        };
    assertThat(simulation(once).histories(5).run().notes())
        .singleElement()
        .asString()
        .contains("no instance under another class loader", "on purpose");
  }
}
