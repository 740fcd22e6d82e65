import { isAsleep, readAhead } from './wake.ts';

/** After this long beyond the watch's own coming, all that one reads is there, and the line is free for what one may press. */
const quietMs = 1_500;

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/**
 * Once the page rests and the browser has nothing to do, its script is fetched and read, so that the first press waits for no line. Not where somebody saves
 * data, and not on a line on which it would be in the way of what they do next; nothing runs before somebody is there.
 */
export function readAheadWhenIdle(): void {
  const { connection } = navigator as Navigator & { connection?: Connection };
  if (connection?.saveData || /2g/.test(connection?.effectiveType ?? '') || matchMedia('(prefers-reduced-data: reduce)').matches) return;
  const read = () => isAsleep() && !document.hidden && readAhead('low');
  // Safari has no word for it.
  setTimeout(() => ('requestIdleCallback' in window ? requestIdleCallback(read) : read()), quietMs);
}
