import { useEffect, useState } from 'react';
import { useServerOffset } from '#platform/realtime/client/react.tsx';

/**
 * `24:31`, or `23:59:08` where hours are left, until a moment, counted down where scripts run; minutes where they do
 * not. Silent for readers: the sentence beside it says the end.
 */
export function TimeLeft({ until, now }: { until: string; now: string }) {
  const end = new Date(until).getTime();
  const [left, setLeft] = useState(end - new Date(now).getTime());
  const liveOffset = useServerOffset();
  useEffect(() => {
    // The server's clock counts, which need not be this device's. Until the live channel has said it, the page is taken
    // to be new.
    const offset = liveOffset ?? new Date(now).getTime() - Date.now();
    const tick = () => setLeft(end - Date.now() - offset);
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [end, now, liveOffset]);
  const seconds = Math.max(0, Math.ceil(left / 1_000));
  const two = (n: number) => String(n).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return <span className="tnum">{`${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`}</span>;
}
