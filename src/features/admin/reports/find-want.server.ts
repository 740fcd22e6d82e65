import { hideWantByDecision, showWantAgain } from '#features/moderation/index.server.ts';
import { getWantForAdmin } from '#features/wanted/index.server.ts';
import type { Platform } from '#platform/platform.ts';
import { adminPolicy } from '../admin.policy.ts';
import { adminSecurity } from '../admin.security.ts';
import { type WantFactsView, wantFactsSchema } from '../contract.ts';

type Reader = Pick<Platform, 'db' | 'security'>;

/** A wanted post with the actions of this admin. Refuses an unknown one (404). */
export function inspectNamedWant(platform: Reader, id: string, adminId: string): Promise<WantFactsView> {
  return platform.security.follow(adminSecurity.read, { what: 'wanted' }, look(platform, id, adminId), (want) => ({
    subject: want.id,
  }));
}

/** Hides a wanted post with a reason, or shows it again (`reason: null`). Refuses its author (403). */
export async function decideWant(
  platform: Platform,
  adminId: string,
  wantId: string,
  reason: string | null,
): Promise<void> {
  const { owner } = await getWantForAdmin(platform.db, wantId);
  adminPolicy.check({ id: adminId, role: 'admin' }, 'hide or show a wanted post', { ownerId: owner.id });
  if (reason === null) await showWantAgain(platform, { wantId, by: adminId });
  else await hideWantByDecision(platform, { wantId, by: adminId, reason });
}

async function look({ db }: Reader, id: string, adminId: string): Promise<WantFactsView> {
  const want = await getWantForAdmin(db, id);
  const mayDecide =
    adminPolicy.may({ id: adminId, role: 'admin' }, 'hide or show a wanted post', { ownerId: want.owner.id }) === true;
  return wantFactsSchema.parse({ ...want, may: mayDecide ? [want.hidden ? 'release' : 'hide'] : [] });
}
