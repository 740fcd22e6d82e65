import { useEffect, useRef, useState } from 'react';
import { secondMs } from '#kernel/time.ts';
import { useLive, usePageRefresh, useTypingNotice } from '#platform/realtime/client/react.tsx';

/** How often typing is sent while it continues, and how long a received signal is valid. */
const notifyMs = 2.5 * secondMs;
const believeMs = 6 * secondMs;

/**
 * Subscribes to a thread: events reload the page, and a typing signal of the other member is valid for some seconds.
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
    /** Call at each change of the text. */
    onTyping: () => {
      const now = performance.now();
      if (now - notifiedAt.current < notifyMs) return;
      notifiedAt.current = now;
      notify(threadId);
    },
  };
}
