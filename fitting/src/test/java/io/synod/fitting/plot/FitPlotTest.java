package io.synod.fitting.plot;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.fitting.fit.CostFit;
import io.synod.fitting.fit.FitSource;
import io.synod.fitting.fit.SyntheticRuns;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
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
    assertThat(Pixels.colours(image, 0, half)).contains(colours);
    assertThat(Pixels.colours(image, half, image.getHeight())).contains(colours);
  }
}
