// Turns the uneven time of frames into ticks of equal length.

#pragma once

#include <cmath>
#include <cstdint>

namespace cunning::game {

/// Collects the time of frames and says how many ticks are due. It counts in whole microseconds, so that the same frames lead
/// to the same ticks on every machine.
class TickClock {
 public:
  /// A tick is at least a millisecond long; one frame runs at least one tick.
  explicit TickClock(std::int64_t interval_us = 100000, int ticks_per_frame_max = 4)
      : interval_us_(interval_us < 1000 ? 1000 : interval_us),
        ticks_per_frame_max_(ticks_per_frame_max < 1 ? 1 : ticks_per_frame_max) {}

  std::int64_t interval_us() const { return interval_us_; }
  /// The time that was dropped, because a slow frame must not make the next one slower.
  std::int64_t dropped_us() const { return dropped_us_; }

  /// Adds the time of a frame in seconds and returns the number of ticks to run now. Time that is negative or not a number
  /// counts as none.
  int advance(double seconds) {
    // The comparison is false for NaN. A frame of more than an hour counts as an hour.
    if (seconds > 0) saved_us_ += std::llround((seconds < 3600 ? seconds : 3600) * 1e6);
    const std::int64_t due = saved_us_ / interval_us_;
    saved_us_ -= due * interval_us_;
    if (due <= ticks_per_frame_max_) return static_cast<int>(due);
    dropped_us_ += (due - ticks_per_frame_max_) * interval_us_;
    return ticks_per_frame_max_;
  }

 private:
  std::int64_t interval_us_;
  int ticks_per_frame_max_;
  std::int64_t saved_us_ = 0;
  std::int64_t dropped_us_ = 0;
};

}  // namespace cunning::game
