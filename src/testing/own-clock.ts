/** One turn of it, at the soonest. */
const stepMs = 2;

/**
 * The clock of a page in a test, so many times as fast as the policy thinks. It goes on by turns of this process and
 * not by the machine's time: while the processor is given to others it stands, as all else here does, so that what
 * answers within its time on a quiet machine does so on a busy one.
 */
export function ownClock(speed: number) {
  let now = 0;
  const timers = new Set<{ at: number; work: () => void }>();
  const turns = setInterval(() => {
    now += stepMs * speed;
    for (const timer of [...timers].sort((a, b) => a.at - b.at))
      if (timer.at <= now && timers.delete(timer)) timer.work();
  }, stepMs);
  turns.unref();
  return {
    now: () => now,
    setTimer: (work: () => void, ms: number) => {
      const timer = { at: now + ms, work };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    stop: () => clearInterval(turns),
  };
}
