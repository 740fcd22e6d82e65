import { findGuardedPath, type GuardedPaths, isUnder } from '#kernel/address.ts';

/**
 * Whoever goes there waits for the guard (GD-01, GD-04). The server decides; this only says what to show meanwhile.
 * Within one guarded place, the settings say, the person is inside already and the page stands.
 */
export function waitsForGuard(guarded: GuardedPaths, from: string, to: string): boolean {
  const place = findGuardedPath(guarded, to);
  return place !== null && findGuardedPath(guarded, from) !== place;
}

/**
 * Whether a page keeps the live connection (UI-06): for members everywhere, for visitors on the pages that the rooms
 * name.
 */
export function wantsLive(livePages: readonly string[], isMember: boolean, path: string): boolean {
  return isMember || livePages.some((beginning) => isUnder(beginning, path));
}
