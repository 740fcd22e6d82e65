/** The smallest time step. */
const stepMs = 2;

/**
 * A page's clock in a test, `speed` times faster than real time. It advances by ticks of this process and not by the
 * machine's time: while the process gets no CPU it stands still, like everything else here, so that timeouts behave the
 * same on a busy machine.
 */
export function ownClock(speed: number) {
  let now = 0;
  const timers = new Set<{ at: number; work: () => void }>();
  const ticks = setInterval(() => {
    now += stepMs * speed;
    for (const timer of [...timers].sort((a, b) => a.at - b.at))
      if (timer.at <= now && timers.delete(timer)) timer.work();
  }, stepMs);
  ticks.unref();
  return {
    now: () => now,
    setTimer: (work: () => void, ms: number) => {
      const timer = { at: now + ms, work };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    stop: () => clearInterval(ticks),
  };
}
