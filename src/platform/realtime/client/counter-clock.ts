import { countersDueAt, mayReadCounters } from './policy/policy-refresh.ts';

/**
 * LI-06: reads the unread counters after two seconds, then every five minutes while the tab is visible. Returns the
 * function that stops it.
 */
export function readByClock(read: () => void): () => void {
  const startedAt = Date.now();
  let readAt: number | null = null;
  let timer: ReturnType<typeof setTimeout>;
  const state = () => ({ startedAt, readAt, visible: document.visibilityState === 'visible' });
  const wait = () => {
    clearTimeout(timer);
    const due = countersDueAt(state());
    if (due !== null) timer = setTimeout(tick, Math.max(0, due - Date.now()));
  };
  const tick = () => {
    if (mayReadCounters(state(), Date.now())) {
      readAt = Date.now();
      read();
    }
    wait();
  };
  document.addEventListener('visibilitychange', wait);
  wait();
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', wait);
  };
}
