import { statfsSync } from 'node:fs';
import { Refusal } from '#kernel/refusal.ts';

/**
 * What must stay free on the embedded database's disk, in bytes. A server that cannot write its log stops for
 * everybody; eight of its log files are what it may take before somebody makes room, for the jobs and sessions that go
 * on.
 */
export const keptFree = 128 * 1024 * 1024;
const lookAgainMs = 250;

/** Whether there is room for writes in a folder, looked at four times a second at most. */
export function watchDiskSpace(folder: string): () => boolean {
  let lookedAt = Number.NEGATIVE_INFINITY;
  let hasRoom = true;
  return () => {
    const now = performance.now();
    if (now - lookedAt < lookAgainMs) return hasRoom;
    lookedAt = now;
    const { bavail, bsize } = statfsSync(folder);
    hasRoom = bavail * bsize >= keptFree;
    return hasRoom;
  };
}

/**
 * 507: what was stored can be read. An act of several writes may have stored the first of them, so it does not say that
 * nothing was changed.
 */
export function noRoom(): Refusal {
  return new Refusal(507, 'no_room', 'There is no room left to store this. Reading goes on; try again later.', {
    retryAfterSeconds: 60,
  });
}

/**
 * A full disk as the refusal that it is, with the error as its `cause`, whoever met it: PostgreSQL (53100) or a file of
 * ours. Null for any other error.
 */
export function diskFullRefusal(error: unknown): Refusal | null {
  for (let at: unknown = error, depth = 0; at && depth < 4; at = (at as { cause?: unknown }).cause, depth++) {
    const { code } = at as { code?: unknown };
    if (code === '53100' || code === 'ENOSPC' || code === 'EDQUOT') return Object.assign(noRoom(), { cause: at });
  }
  return null;
}
