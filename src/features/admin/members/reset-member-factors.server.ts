import { resetFactors } from '#features/auth/index.server.ts';
import type { Platform } from '#platform/platform.ts';
import { adminPolicy } from '../admin.policy.ts';

/**
 * Takes lost second factors from a member. Refuses an operator (403), oneself too: whoever has stolen one operator's
 * session must not open another operator's account with it. For them there is the command line. The caller has stepped
 * up.
 */
export async function resetMemberFactors(
  platform: Platform,
  member: { id: string; role: 'member' | 'admin' },
  { by, reason }: { by: string; reason: string },
): Promise<void> {
  adminPolicy.check({ id: by, role: 'admin' }, 'reset second factors', member);
  await resetFactors(platform, { userId: member.id, by, reason });
}
