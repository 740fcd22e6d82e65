import { useEffect, useRef, useState } from 'react';
import { secondMs } from '#kernel/time.ts';
import { useLive, usePageRefresh, useTypingNotice } from '#platform/realtime/client/react.tsx';

/** How often typing is told while it goes on, and how long it is believed without news. */
const notifyMs = 2.5 * secondMs;
const believeMs = 6 * secondMs;

/**
 * Follows a thread: what is said in it reads the page afresh, and whether the other one is writing is known for some
 * seconds.
 */
export function useTyping(threadId: string) {
  const refresh = usePageRefresh();
  const notify = useTypingNotice();
  const [isTyping, setTyping] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const notifiedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLive('thread', { id: threadId }, ({ kind }) => {
    clearTimeout(timer.current);
    setTyping(kind === 'typing');
    if (kind === 'typing') timer.current = setTimeout(() => setTyping(false), believeMs);
    else refresh();
  });
  return {
    isTyping,
    /** Call at each change of what is being written. */
    onTyping: () => {
      const now = performance.now();
      if (now - notifiedAt.current < notifyMs) return;
      notifiedAt.current = now;
      notify(threadId);
    },
  };
}
