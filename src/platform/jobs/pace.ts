import type { Platform } from '#platform/platform.ts';

/** A long job that has no process of its own does so much less at a time. */
const gentleParts = 5;

/**
 * How long work for one member rests between two parts of it, of which one is begun in `everyMs` at most: as long as the last one took, so that half of the time is others', but no longer than that, since on a
 * machine full of other work most of what it took was waiting. Where nobody is there it does not rest.
 */
export const restAfter = ({ isQuiet = false }: Pick<Platform, 'isQuiet'>, tookMs: number, everyMs: number): number =>
  isQuiet ? 0 : Math.min(everyMs, Math.max(everyMs - tookMs, tookMs));

/** How many are taken together: all where a long job has its process, a part where people are served by the same one. */
export const paced = ({ isGentle = false }: Pick<Platform, 'isGentle'>, size: number): number => (isGentle ? Math.ceil(size / gentleParts) : size);
