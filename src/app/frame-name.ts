import type { RootData } from './root.server.ts';

/** What the name of a part of the frame begins with. */
export const frameMark = 'frame ';

const aroundNames = new WeakMap<RootData['frame'], string>();

/** What stands around the pages is one and the same object for all visitors: its name is written once. */
function aroundName(frame: RootData['frame']): string {
  const { main, icons, menu, bar, footer } = frame.places;
  const name = aroundNames.get(frame) ?? JSON.stringify([main, icons, menu, bar, footer]);
  aroundNames.set(frame, name);
  return name;
}

/** Names all that a page's frame is made of where it is the same on very many pages; null where it also says what is searched, or stands below one of its places. */
export function frameName({ brand, viewer, theme, frame, sandbox }: RootData, pathname: string, search: string): string | null {
  const { main, icons, bar } = frame.places;
  const places = [...main, ...icons, ...bar];
  const lower = pathname.toLowerCase();
  if (places.some(({ to }) => to !== '/' && to !== pathname && lower.startsWith(to.toLowerCase()))) return null;
  if (pathname === '/browse' && new URLSearchParams(search).has('q')) return null;
  const at = places.some(({ to }) => to === pathname) ? pathname : null;
  // A member's is their own: what the market knows them by, and how much waits for them.
  return JSON.stringify([brand, theme, sandbox, at, viewer, frame.counts]) + aroundName(frame);
}
