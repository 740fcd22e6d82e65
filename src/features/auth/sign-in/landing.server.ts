import { findViewer } from '#features/members/index.server.ts';
import type { Platform } from '#platform/platform.ts';
import { completeFirst } from '../model/guard.rules.ts';
import { ownPath } from '../redirect/redirect-record.ts';

/**
 * The page after a sign-in: the requested one if it is a path of this site; through profile completion for a flagged
 * member.
 */
export async function landingFor({ db, config }: Platform, userId: string, next: unknown): Promise<string> {
  const to = ownPath(next, config.appUrl) ?? '/dashboard';
  const viewer = await findViewer(db, { id: userId });
  return viewer?.needsCompletion ? completeFirst(to) : to;
}
