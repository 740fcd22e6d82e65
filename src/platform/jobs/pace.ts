import type { Platform } from '#platform/platform.ts';

/** A long job that has no process of its own does so much less at a time. */
const gentleParts = 5;

/** How many are taken together: all where a long job has its process, a part where people are served by the same one. */
export const paced = ({ isGentle = false }: Pick<Platform, 'isGentle'>, size: number): number => (isGentle ? Math.ceil(size / gentleParts) : size);
