package io.synod.benchmarks.process;

import io.synod.benchmarks.load.Load;
import io.synod.benchmarks.load.LoadGenerator;
import io.synod.benchmarks.load.LoadListener;
import io.synod.benchmarks.load.LoadResult;
import io.synod.benchmarks.load.Span;
import io.synod.benchmarks.load.Target;

/** The load: the arguments of {@link LoadArguments}. Ends with the result, or with a reason. */
final class LoadProcess {
  private LoadProcess() {}

  public static void main(String[] arguments) throws InterruptedException {
    Lifeline.hold();
    Target target = LoadArguments.target(arguments);
    Load load = LoadArguments.load(arguments);
    Span span = LoadArguments.span(arguments);
    try (LoadGenerator generator = new LoadGenerator(target, load)) {
      generator.start();
      LoadResult result = generator.measure(span, new Teller());
      ChildLines.say(ChildLines.RESULT + ResultText.of(result));
    }
  }

  private static final class Teller implements LoadListener {

    @Override
    public void onSecond(long answered) {
      ChildLines.say(ChildLines.SECOND + answered);
    }

    @Override
    public void onMeasuring() {
      ChildLines.say(ChildLines.MEASURING);
    }

    @Override
    public void onMeasured() {
      ChildLines.say(ChildLines.MEASURED);
    }
  }
}
