import { limitMember, restoreMember, suspendMember, unlimitMember } from '#features/auth/index.server.ts';
import { getAccount } from '#features/members/index.server.ts';
import { notAllowed } from '#kernel/refusal.ts';
import { addMs, dayMs } from '#kernel/time.ts';
import { recordAct } from '#platform/audit/audit.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import type { Alongside } from './decide-on-listing.server.ts';
import { endDecisions, type NewDecision, recordDecision } from './record-decision.server.ts';

type Facts = Pick<NewDecision, 'memberId' | 'rule' | 'reason' | 'reportId' | 'by'>;

/** An operator warns a member. Nothing else follows. Refuses an operator (403). */
export async function warnMember(platform: Platform, facts: Facts, alongside?: Alongside): Promise<void> {
  const { role } = await getAccount(platform.db, facts.memberId);
  if (role === 'admin') throw notAllowed('An operator cannot be warned.', 'is_operator');
  await write(platform, async (tx) => {
    const now = platform.clock.now();
    await recordDecision(tx, { ...facts, act: 'warned' }, now);
    await recordAct(
      tx,
      { by: facts.by, act: 'member.warned', subject: facts.memberId, data: { rule: facts.rule, reason: facts.reason } },
      now,
    );
    await alongside?.(tx, now);
  });
}

/** An operator limits what a member may do, for so many days. Refuses as `limitMember` does. */
export async function limitByDecision(
  platform: Platform,
  { days, ...facts }: Facts & { days: number },
  alongside?: Alongside,
): Promise<void> {
  const { memberId: userId, by, reason } = facts;
  const until = addMs(platform.clock.now(), days * dayMs);
  await limitMember(platform, { userId, by, until, reason }, async (tx, now) => {
    await endDecisions(tx, { act: 'limited', memberId: userId }, now);
    await recordDecision(tx, { ...facts, act: 'limited', until }, now);
    await alongside?.(tx, now);
  });
}

/** Takes that back. Refuses whoever is not limited (409). */
export function liftLimit(platform: Platform, { memberId: userId, by }: Pick<Facts, 'memberId' | 'by'>): Promise<void> {
  return unlimitMember(platform, { userId, by }, (tx, now) =>
    endDecisions(tx, { act: 'limited', memberId: userId }, now),
  );
}

/**
 * An operator suspends a member: a decision with its statement, which has the way to appeal without signing in. Refuses
 * as `suspendMember` does.
 */
export function suspendByDecision(platform: Platform, facts: Facts, alongside?: Alongside): Promise<void> {
  const { memberId: userId, by, reason } = facts;
  return suspendMember(platform, { userId, by, reason }, async (tx, now) => {
    await recordDecision(tx, { ...facts, act: 'suspended' }, now);
    await alongside?.(tx, now);
  });
}

/** Takes that back. Refuses whoever is not suspended (409). */
export function liftSuspension(
  platform: Platform,
  { memberId: userId, by }: Pick<Facts, 'memberId' | 'by'>,
): Promise<void> {
  return restoreMember(platform, { userId, by }, (tx, now) =>
    endDecisions(tx, { act: 'suspended', memberId: userId }, now),
  );
}
