import { findWrong } from '#platform/counters/check-counters.server.ts';
import type { Platform } from '#platform/platform.ts';

/** Stored counters that differ from a recount, each with its member; to be run when nothing is under way. */
export async function auditCounters({ pool, frame }: Pick<Platform, 'pool' | 'frame'>): Promise<string[]> {
  return (await findWrong(pool, frame)).map(
    ({ memberId, kind, kept, counted }) => `${kind} of ${memberId}: ${kept}, and there are ${counted}`,
  );
}
