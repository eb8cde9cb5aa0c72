/** The cost model, the advice that follows from it, and the autopilot that tunes a leader. */
module io.synod.tuning {
  requires io.synod.core;

  exports io.synod.tuning.advice;
  exports io.synod.tuning.model;
  exports io.synod.tuning.paper;
}
