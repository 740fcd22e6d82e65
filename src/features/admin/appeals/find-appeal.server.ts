import { listNames } from '#features/members/index.server.ts';
import type { AppealsQuery, appealAnswerInput } from '#features/moderation/contract.ts';
import { answerAppeal, listAppeals, lookAtRuling } from '#features/moderation/index.server.ts';
import type { Platform } from '#platform/platform.ts';
import { operatorPolicy } from '../admin.policy.ts';
import { operatorSecurity } from '../admin.security.ts';
import { type AppealPageView, type AppealView, appealPageSchema, appealSchema } from '../contract.ts';
import { readCaseNotes } from '../reports/case-notes.server.ts';

type Reader = Pick<Platform, 'db' | 'security'>;

/** Appeals with names; an operator's own, and those of what they reported, are not there. */
export async function listNamedAppeals({ db, security }: Reader, operatorId: string, asked: AppealsQuery): Promise<AppealPageView> {
  security.note(operatorSecurity.read, { outcome: 'done', what: 'appeals' });
  const { items, nextCursor } = await listAppeals(db, operatorId, asked);
  const names = await listNames(
    db,
    items.map(({ memberId }) => memberId),
  );
  return appealPageSchema.parse({ items: items.map((one) => ({ ...one, memberName: names.get(one.memberId) ?? null })), nextCursor });
}

/** A decision with its appeal and the notes of operators. Refuses an unknown one (404), one against the operator and what became of their own report (403). */
export function lookAtNamedAppeal(platform: Reader, id: string, operatorId: string): Promise<AppealView> {
  return platform.security.follow(operatorSecurity.read, { what: 'appeal' }, look(platform, id, operatorId), (one) => ({ subject: one.id }));
}

async function look({ db }: Reader, id: string, operatorId: string): Promise<AppealView> {
  const { facts, reporterId } = await lookAtRuling(db, operatorId, id);
  operatorPolicy.check({ id: operatorId, role: 'admin' }, 'look at appeals', { ...facts, reporterId });
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
export async function judgeAppeal(platform: Platform, by: string, rulingId: string, given: typeof appealAnswerInput._output): Promise<void> {
  const { facts, reporterId } = await lookAtRuling(platform.db, by, rulingId);
  operatorPolicy.check({ id: by, role: 'admin' }, 'answer an appeal', { ...facts, reporterId });
  await answerAppeal(platform, { rulingId, by, ...given });
}
