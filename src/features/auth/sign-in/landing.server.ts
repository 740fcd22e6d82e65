import { findViewer } from '#features/members/index.server.ts';
import type { Platform } from '#platform/platform.ts';
import { completeFirst } from '../model/guard.rules.ts';
import { ownPath } from '../redirect/redirect-record.ts';

/**
 * Where a person lands after signing in: where they were going, unless that is no page of ours; by way of completing a
 * flagged profile.
 */
export async function landingFor({ db, config }: Platform, userId: string, next: unknown): Promise<string> {
  const to = ownPath(next, config.appUrl) ?? '/dashboard';
  const viewer = await findViewer(db, { id: userId });
  return viewer?.needsCompletion ? completeFirst(to) : to;
}
