import { countersDueAt, mayReadCounters } from '../client/policy/policy-refresh.ts';

/**
 * LI-06: has the unread counters read after two seconds, then every five minutes while somebody can see them. Returns
 * what ends it.
 */
export function readByClock(read: () => void): () => void {
  const startedAt = Date.now();
  let readAt: number | null = null;
  let timer: ReturnType<typeof setTimeout>;
  const state = () => ({ startedAt, readAt, visible: document.visibilityState === 'visible' });
  const wait = () => {
    clearTimeout(timer);
    const due = countersDueAt(state());
    if (due !== null) timer = setTimeout(turn, Math.max(0, due - Date.now()));
  };
  const turn = () => {
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
