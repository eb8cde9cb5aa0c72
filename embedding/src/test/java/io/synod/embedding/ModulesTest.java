package io.synod.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Exports;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An embedder may be a module, and then sees what is meant for it and nothing else. */
@Timeout(120)
class ModulesTest {
  @TempDir Path work;

  private static Stream<ModuleDescriptor> modules() {
    ModuleFinder finder = ModuleFinder.of(RuntimeJars.all().toArray(Path[]::new));
    return finder.findAll().stream()
        .map(ModuleReference::descriptor)
        .filter(module -> module.name().startsWith("io.synod."));
  }

  private static List<String> exported(boolean toAll) {
    return modules()
        .flatMap(module -> module.exports().stream())
        .filter(exports -> exports.isQualified() != toAll)
        .map(Exports::source)
        .sorted()
        .toList();
  }

  @Test
  void every_module_says_itself_what_it_exports() {
    assertThat(modules()).isNotEmpty().noneMatch(ModuleDescriptor::isAutomatic);
  }

  @Test
  void the_public_api_and_nothing_else_is_exported_to_everybody() {
    assertThat(exported(true))
        .containsExactly(
            "io.synod.client",
            "io.synod.core.cluster",
            "io.synod.core.settings",
            "io.synod.replica",
            "io.synod.replica.config",
            "io.synod.service");
  }

  @Test
  void nothing_named_internal_is_exported() {
    assertThat(exported(true)).noneMatch(name -> name.contains("internal"));
    assertThat(exported(false)).isNotEmpty().noneMatch(name -> name.contains("internal"));
  }

  @Test
  void an_embedder_on_the_module_path_compiles_and_starts() throws Exception {
    assertThat(new Embedder(work).runOnModulePath(RuntimeJars.all(), "cluster", "learner"))
        .contains("replica 0 answers 7", "the learner has executed 0 slots");
  }
}
