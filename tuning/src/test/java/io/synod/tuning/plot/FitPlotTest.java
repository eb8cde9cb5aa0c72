package io.synod.tuning.plot;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.tuning.fit.CostFit;
import io.synod.tuning.fit.FitSource;
import io.synod.tuning.fit.SyntheticRuns;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FitPlotTest {
  @TempDir Path folder;

  @Test
  void each_workload_has_its_colour_in_both_charts() throws IOException {
    Path file = folder.resolve("fit.png");
    FitPlot.write(
        CostFit.of(SyntheticRuns.grid(SyntheticRuns.TRUTH, 0.05, 1), FitSource.STAGES), file);
    BufferedImage image = ImageIO.read(file.toFile());
    int half = image.getHeight() / 2;
    Integer[] colours = {0x0072B2, 0xD55E00, 0x009E73, 0xCC79A7};
    assertThat(colours(image, 0, half)).contains(colours);
    assertThat(colours(image, half, image.getHeight())).contains(colours);
  }

  private static Set<Integer> colours(BufferedImage image, int firstRow, int endRow) {
    Set<Integer> colours = new HashSet<>();
    for (int y = firstRow; y < endRow; y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        colours.add(image.getRGB(x, y) & 0xFFFFFF);
      }
    }
    return colours;
  }
}
