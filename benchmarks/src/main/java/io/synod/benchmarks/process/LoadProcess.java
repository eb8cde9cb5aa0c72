package io.synod.benchmarks.process;

import io.synod.benchmarks.load.Generator;
import io.synod.benchmarks.load.Load;
import io.synod.benchmarks.load.LoadFailure;
import io.synod.benchmarks.load.LoadGenerator;
import io.synod.benchmarks.load.LoadListener;
import io.synod.benchmarks.load.LoadResult;
import io.synod.benchmarks.load.Span;
import io.synod.benchmarks.load.Target;
import io.synod.process.Child;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiFunction;

/**
 * The load process, with the arguments of {@link LoadArguments}. The last that it says is the
 * result or the reason of a failure. Then it stays until its parent ends it, because the system
 * forgets the CPU time of a process that has ended.
 */
public final class LoadProcess {
  private LoadProcess() {}

  public static void main(String[] arguments) throws InterruptedException {
    run(arguments, LoadGenerator::new);
  }

  /**
   * The {@code main} of a load process.
   *
   * @param generator creates the load
   */
  public static void run(String[] arguments, BiFunction<Target, Load, Generator> generator)
      throws InterruptedException {
    Target target = LoadArguments.target(arguments);
    Load load = LoadArguments.load(arguments);
    Span span = LoadArguments.span(arguments);
    try (Generator requests = generator.apply(target, load)) {
      requests.start();
      LoadResult result = requests.measure(span, new Teller());
      Child.say(ChildLines.RESULT + ResultText.of(result));
    } catch (LoadFailure failure) {
      Child.say(ChildLines.FAILED + failure.getMessage());
    }
    new CountDownLatch(1).await();
  }

  private static final class Teller implements LoadListener {

    @Override
    public void onSecond(long answered) {
      Child.say(ChildLines.SECOND + answered);
    }

    @Override
    public void onMeasuring() {
      Child.say(ChildLines.MEASURING);
    }

    @Override
    public void onMeasured() {
      Child.say(ChildLines.MEASURED);
    }
  }
}
