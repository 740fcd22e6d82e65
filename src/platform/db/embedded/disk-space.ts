import { statfsSync } from 'node:fs';
import { Refusal } from '#kernel/refusal.ts';

/**
 * Bytes that stay free on the embedded database's disk. A server that cannot write its WAL stops for all users; this is
 * eight WAL files, for the jobs and sessions that go on until space is freed.
 */
export const reservedBytes = 128 * 1024 * 1024;
const cacheMs = 250;

/** Whether a folder's disk has space for writes, checked at most four times a second. */
export function watchDiskSpace(folder: string): () => boolean {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let hasSpace = true;
  return () => {
    const now = performance.now();
    if (now - checkedAt < cacheMs) return hasSpace;
    checkedAt = now;
    const { bavail, bsize } = statfsSync(folder);
    hasSpace = bavail * bsize >= reservedBytes;
    return hasSpace;
  };
}

/**
 * 507 `no_room`: stored data can still be read. An act of several writes may have stored the first of them, so the
 * message does not say that nothing was changed.
 */
export function noSpace(): Refusal {
  return new Refusal(507, 'no_room', 'We couldn’t save this because our storage is full. Try again later.', {
    retryAfterSeconds: 60,
  });
}

/**
 * The refusal for a full disk, with the error as its `cause`: from PostgreSQL (53100) or from a file of ours. Null for
 * any other error.
 */
export function diskFullRefusal(error: unknown): Refusal | null {
  for (let at: unknown = error, depth = 0; at && depth < 4; at = (at as { cause?: unknown }).cause, depth++) {
    const { code } = at as { code?: unknown };
    if (code === '53100' || code === 'ENOSPC' || code === 'EDQUOT') return Object.assign(noSpace(), { cause: at });
  }
  return null;
}
