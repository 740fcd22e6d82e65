import { useEffect, useState } from 'react';

/** `24:31` until a moment, counted down where scripts run; minutes where they do not. Silent for readers: the sentence beside it says the end. */
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
  return <span className="tnum">{`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`}</span>;
}
