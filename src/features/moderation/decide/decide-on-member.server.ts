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

/** An admin warns a member, without further consequence. Refuses an admin as the member (403). */
export async function warnMember(platform: Platform, facts: Facts, alongside?: Alongside): Promise<void> {
  const { role } = await getAccount(platform.db, facts.memberId);
  if (role === 'admin') throw notAllowed('You can’t warn an admin.', 'is_operator');
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

/** An admin limits what a member may do, for a number of days. Refuses as `limitMember`. */
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

/** Ends the limit. Refuses a member without one (409). */
export function liftLimit(platform: Platform, { memberId: userId, by }: Pick<Facts, 'memberId' | 'by'>): Promise<void> {
  return unlimitMember(platform, { userId, by }, (tx, now) =>
    endDecisions(tx, { act: 'limited', memberId: userId }, now),
  );
}

/**
 * An admin suspends a member by a decision, whose statement links to an appeal without signing in. Refuses as
 * `suspendMember`.
 */
export function suspendByDecision(platform: Platform, facts: Facts, alongside?: Alongside): Promise<void> {
  const { memberId: userId, by, reason } = facts;
  return suspendMember(platform, { userId, by, reason }, async (tx, now) => {
    await recordDecision(tx, { ...facts, act: 'suspended' }, now);
    await alongside?.(tx, now);
  });
}

/** Ends the suspension. Refuses a member without one (409). */
export function liftSuspension(
  platform: Platform,
  { memberId: userId, by }: Pick<Facts, 'memberId' | 'by'>,
): Promise<void> {
  return restoreMember(platform, { userId, by }, (tx, now) =>
    endDecisions(tx, { act: 'suspended', memberId: userId }, now),
  );
}
