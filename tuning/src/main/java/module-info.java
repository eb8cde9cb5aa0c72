/** The cost model, the advice that follows from it, and the autopilot that tunes a leader. */
@SuppressWarnings("module")
module io.synod.tuning {
  requires transitive io.synod.core;

  // For Synod's own modules.
  exports io.synod.tuning.autopilot to
      io.synod.replica;
  exports io.synod.tuning.explain to
      io.synod.replica;
  exports io.synod.tuning.timeouts to
      io.synod.replica;
}
