import { hideWantByRuling, showWantAgain } from '#features/moderation/index.server.ts';
import { lookAtWant } from '#features/wanted/index.server.ts';
import type { Platform } from '#platform/platform.ts';
import { operatorPolicy } from '../admin.policy.ts';
import { operatorSecurity } from '../admin.security.ts';
import { type WantFactsView, wantFactsSchema } from '../contract.ts';

type Reader = Pick<Platform, 'db' | 'security'>;

/** A wanted post with what the operator may do with it. Refuses an unknown one (404). */
export function lookAtNamedWant(platform: Reader, id: string, operatorId: string): Promise<WantFactsView> {
  return platform.security.follow(operatorSecurity.read, { what: 'wanted' }, look(platform, id, operatorId), (want) => ({ subject: want.id }));
}

/** Hides a wanted post with a reason, or shows it again (`reason: null`). Refuses whoever looks for it themselves (403). */
export async function decideWant(platform: Platform, operatorId: string, wantId: string, reason: string | null): Promise<void> {
  const { owner } = await lookAtWant(platform.db, wantId);
  operatorPolicy.check({ id: operatorId, role: 'admin' }, 'hide or show a wanted post', { ownerId: owner.id });
  if (reason === null) await showWantAgain(platform, { wantId, by: operatorId });
  else await hideWantByRuling(platform, { wantId, by: operatorId, reason });
}

async function look({ db }: Reader, id: string, operatorId: string): Promise<WantFactsView> {
  const want = await lookAtWant(db, id);
  const mayDecide = operatorPolicy.may({ id: operatorId, role: 'admin' }, 'hide or show a wanted post', { ownerId: want.owner.id }) === true;
  return wantFactsSchema.parse({ ...want, may: mayDecide ? [want.hidden ? 'release' : 'hide'] : [] });
}
