// Turns the uneven time of frames into ticks of equal length.

using System;

namespace Cunning
{
    /// <summary>Collects the time of frames and says how many ticks are due. It counts in whole units of 100 nanoseconds, so
    /// that the same frames lead to the same ticks on every machine.</summary>
    public sealed class TickClock
    {
        /// <summary>The shortest interval between ticks.</summary>
        public static readonly TimeSpan ShortestInterval = TimeSpan.FromMilliseconds(1);

        long saved;

        /// <summary>The length of a tick.</summary>
        public TimeSpan Interval { get; private set; }
        /// <summary>The number of ticks that one frame may run. The time beyond is dropped, so that a slow frame does not
        /// make the next one slower.</summary>
        public int TicksPerFrameMax { get; private set; }
        /// <summary>The time that was dropped since the last reset.</summary>
        public TimeSpan Dropped { get; private set; }

        public TickClock(TimeSpan interval, int ticksPerFrameMax = 4)
        {
            Interval = interval < ShortestInterval ? ShortestInterval : interval;
            TicksPerFrameMax = Math.Max(1, ticksPerFrameMax);
        }

        /// <summary>Adds the time of a frame in seconds and returns the number of ticks to run now. Time that is negative or
        /// not a number counts as none.</summary>
        public int Advance(double seconds)
        {
            var most = Interval.Ticks * TicksPerFrameMax;
            // The comparison is false for NaN.
            if (seconds > 0)
            {
                var frame = Math.Round(seconds * TimeSpan.TicksPerSecond);
                // A frame can only add as much as the next ticks and the dropped time can tell apart.
                saved += frame < int.MaxValue * (double)TimeSpan.TicksPerSecond ? (long)frame : most * 2;
            }
            var due = saved / Interval.Ticks;
            saved -= due * Interval.Ticks;
            if (due <= TicksPerFrameMax) return (int)due;
            Dropped += TimeSpan.FromTicks((due - TicksPerFrameMax) * Interval.Ticks);
            return TicksPerFrameMax;
        }

        /// <summary>Forgets the collected time, for example when the game starts again.</summary>
        public void Reset()
        {
            saved = 0;
            Dropped = TimeSpan.Zero;
        }
    }
}
