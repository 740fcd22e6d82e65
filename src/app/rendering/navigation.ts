import { findGuardedPath, type GuardedPaths, isUnder } from '#kernel/address.ts';

/**
 * Whether navigation there waits for the guard (GD-01, GD-04). The server decides; this only says what to show
 * meanwhile. Within one guarded area, such as the settings, the current page stays.
 */
export function waitsForGuard(guarded: GuardedPaths, from: string, to: string): boolean {
  const place = findGuardedPath(guarded, to);
  return place !== null && findGuardedPath(guarded, from) !== place;
}

/**
 * Whether a page has the live connection (UI-06): for members everywhere, for visitors on the pages that the features
 * name.
 */
export function wantsLive(livePages: readonly string[], isMember: boolean, path: string): boolean {
  return isMember || livePages.some((beginning) => isUnder(beginning, path));
}
