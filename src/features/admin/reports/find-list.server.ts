import { listNames } from '#features/members/index.server.ts';
import { hideListByDecision, showListAgain } from '#features/moderation/index.server.ts';
import { getListForAdmin } from '#features/want-lists/index.server.ts';
import type { Platform } from '#platform/platform.ts';
import { adminPolicy } from '../admin.policy.ts';
import { adminSecurity } from '../admin.security.ts';
import { type WantListFactsView, wantListFactsSchema } from '../contract.ts';

type Reader = Pick<Platform, 'db' | 'security'>;

/** A want list with its owner's name and the actions of this admin. Refuses an unknown one (404). */
export function inspectNamedList(platform: Reader, id: string, adminId: string): Promise<WantListFactsView> {
  return platform.security.follow(adminSecurity.read, { what: 'want-list' }, look(platform, id, adminId), (list) => ({
    subject: list.id,
  }));
}

/** Hides a want list with a reason, or shows it again (`reason: null`). Refuses its owner (403). */
export async function decideList(
  platform: Platform,
  adminId: string,
  listId: string,
  reason: string | null,
): Promise<void> {
  adminPolicy.check(
    { id: adminId, role: 'admin' },
    'hide or show a want list',
    await getListForAdmin(platform.db, listId),
  );
  if (reason === null) await showListAgain(platform, { listId, by: adminId });
  else await hideListByDecision(platform, { listId, by: adminId, reason });
}

async function look({ db }: Reader, id: string, adminId: string): Promise<WantListFactsView> {
  const list = await getListForAdmin(db, id);
  const names = await listNames(db, [list.ownerId]);
  const mayDecide = adminPolicy.may({ id: adminId, role: 'admin' }, 'hide or show a want list', list) === true;
  const may = list.hidden ? ['release'] : list.name === null ? [] : ['hide'];
  return wantListFactsSchema.parse({ ...list, ownerName: names.get(list.ownerId) ?? null, may: mayDecide ? may : [] });
}
