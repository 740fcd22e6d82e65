import { listNames } from '#features/members/index.server.ts';
import type { AppealsQuery, appealAnswerInput } from '#features/moderation/contract.ts';
import { answerAppeal, inspectDecision, listAppeals } from '#features/moderation/index.server.ts';
import type { Platform } from '#platform/platform.ts';
import { adminPolicy } from '../admin.policy.ts';
import { adminSecurity } from '../admin.security.ts';
import { type AppealPageView, type AppealView, appealPageSchema, appealSchema } from '../contract.ts';
import { readCaseNotes } from '../reports/case-notes.server.ts';

type Reader = Pick<Platform, 'db' | 'security'>;

/** Appeals with names, without those of the admin themselves and those about what they reported. */
export async function listNamedAppeals(
  { db, security }: Reader,
  adminId: string,
  query: AppealsQuery,
): Promise<AppealPageView> {
  security.note(adminSecurity.read, { outcome: 'done', what: 'appeals' });
  const { items, nextCursor } = await listAppeals(db, adminId, query);
  const names = await listNames(
    db,
    items.map(({ memberId }) => memberId),
  );
  return appealPageSchema.parse({
    items: items.map((one) => ({ ...one, memberName: names.get(one.memberId) ?? null })),
    nextCursor,
  });
}

/**
 * A decision with its appeal and the notes of admins. Refuses an unknown one (404), and one against this admin or about
 * their own report (403).
 */
export function inspectNamedAppeal(platform: Reader, id: string, adminId: string): Promise<AppealView> {
  return platform.security.follow(adminSecurity.read, { what: 'appeal' }, look(platform, id, adminId), (one) => ({
    subject: one.id,
  }));
}

async function look({ db }: Reader, id: string, adminId: string): Promise<AppealView> {
  const { facts, reporterId } = await inspectDecision(db, adminId, id);
  adminPolicy.check({ id: adminId, role: 'admin' }, 'look at appeals', { ...facts, reporterId });
  const names = await listNames(db, [facts.memberId, facts.decidedBy, facts.answeredBy ?? facts.decidedBy]);
  return appealSchema.parse({
    ...facts,
    memberName: names.get(facts.memberId) ?? null,
    decidedByName: names.get(facts.decidedBy) ?? null,
    answeredByName: (facts.answeredBy && names.get(facts.answeredBy)) || null,
    notes: await readCaseNotes({ db }, id),
  });
}

/** Answers an appeal. Refuses as `answerAppeal` does, and the member themselves (403). */
export async function judgeAppeal(
  platform: Platform,
  by: string,
  decisionId: string,
  given: typeof appealAnswerInput._output,
): Promise<void> {
  const { facts, reporterId } = await inspectDecision(platform.db, by, decisionId);
  adminPolicy.check({ id: by, role: 'admin' }, 'answer an appeal', { ...facts, reporterId });
  await answerAppeal(platform, { rulingId: decisionId, by, ...given });
}
