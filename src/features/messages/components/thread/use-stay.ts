import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { announce } from '#ui/feedback/announce.tsx';

/** Nearer to the end than this, in pixels, a reader is at it. */
const nearEnd = 80;

/**
 * Keeps a reader's place in a list that grows at its end. The list lies in a column that begins at its end
 * (`column-reverse`), so a page without script opens there and what is put before the first moves nothing. Who is at
 * the end stays at the end; who has scrolled up keeps what they read, and is told how many came.
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
