import { useEffect, useState } from 'react';

/** `24:31`, or `23:59:08` where hours are left, until a moment, counted down where scripts run; minutes where they do not. Silent for readers: the sentence beside it says the end. */
export function TimeLeft({ until, now }: { until: string; now: string }) {
  const end = new Date(until).getTime();
  const [left, setLeft] = useState(end - new Date(now).getTime());
  useEffect(() => {
    // From the server's clock, which need not be this device's.
    const skew = new Date(now).getTime() - Date.now();
    const tick = () => setLeft(end - Date.now() - skew);
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [end, now]);
  const seconds = Math.max(0, Math.ceil(left / 1_000));
  const two = (n: number) => String(n).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return <span className="tnum">{`${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`}</span>;
}
