package io.synod.fitting.plot;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.fitting.fit.SyntheticRuns;
import io.synod.tuning.advice.Advice;
import io.synod.tuning.model.Link;
import io.synod.tuning.model.MessageSizes;
import io.synod.tuning.model.PhaseTwoModel;
import io.synod.tuning.model.Topology;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AdvicePlotTest {
  @TempDir Path folder;

  @Test
  void each_of_three_charts_has_its_line_and_the_recommended_point() throws IOException {
    PhaseTwoModel model =
        new PhaseTwoModel(
            3,
            Link.ofBits(Topology.WAN, 10e6, 50),
            MessageSizes.ofSynod(1_024, 8),
            SyntheticRuns.TRUTH);
    Path file = folder.resolve("advice.png");
    AdvicePlot.write(Advice.of(model, 500), file);
    BufferedImage image = ImageIO.read(file.toFile());
    int third = image.getHeight() / 3;
    for (int chart = 0; chart < 3; chart++) {
      assertThat(Pixels.colours(image, chart * third, (chart + 1) * third))
          .contains(0x0072B2, 0xD55E00);
    }
  }
}
