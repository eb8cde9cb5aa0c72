package io.synod.tuning.autopilot;

/**
 * The cost model of a leader as its last intervals show it, and how well it has predicted trials.
 *
 * @param instanceMillis from one instance to the next, whatever is in it
 * @param instanceError half of an interval that holds it with 95 %; {@link Double#NaN} if nothing
 *     is known of it; so are the other two
 * @param millisPerKib more for each 1024 bytes of its batch
 * @param waitMillis more over the window: what instances under way share
 * @param intervals to which these are fitted
 * @param trials that were predicted since the start
 * @param medianError of the last trials: the absolute logarithm of the ratio of predicted to
 *     measured throughput; {@link Double#NaN} without trials
 */
public record Estimate(
    double instanceMillis,
    double instanceError,
    double millisPerKib,
    double kibError,
    double waitMillis,
    double waitError,
    int intervals,
    long trials,
    double medianError) {}
