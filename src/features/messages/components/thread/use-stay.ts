import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { announce } from '#ui/feedback/announce.tsx';

/** A reader closer to the end than this, in pixels, is at the end. */
const nearEnd = 80;

/**
 * Preserves the scroll position in a list that grows at its end. The column is `column-reverse`, so a page without
 * JavaScript opens at its end and prepended messages move nothing. A reader at the end stays there; a reader who
 * scrolled up sees the same messages and a count of new ones.
 */
export function useStay(
  box: RefObject<HTMLElement | null>,
  lastId: string | undefined,
  isOwnLast: boolean,
  name: string,
) {
  const before = useRef({ height: 0, lastId });
  const [missed, setMissed] = useState(0);
  useLayoutEffect(() => {
    const list = box.current;
    if (!list) return;
    const grown = list.scrollHeight - before.current.height;
    const isNew = before.current.height > 0 && before.current.lastId !== lastId;
    const isAway = -list.scrollTop > nearEnd;
    before.current = { height: list.scrollHeight, lastId };
    if (!isNew || !isAway) return;
    if (isOwnLast) list.scrollTop = 0;
    else list.scrollTop -= grown;
  });
  const notified = useRef(lastId);
  useEffect(() => {
    if (notified.current === lastId) return;
    notified.current = lastId;
    if (isOwnLast) return;
    announce(`New message from ${name}`);
    if (box.current && -box.current.scrollTop > nearEnd) setMissed((count) => count + 1);
  }, [box, lastId, isOwnLast, name]);
  return {
    missed,
    onScroll: () => {
      if (box.current && -box.current.scrollTop <= nearEnd) setMissed(0);
    },
    toEnd: () => {
      if (box.current) box.current.scrollTop = 0;
      setMissed(0);
    },
  };
}
