import { limitInput, warningInput } from '#features/moderation/contract.ts';
import {
  liftLimit,
  liftSuspension,
  limitByDecision,
  suspendByDecision,
  warnMember,
} from '#features/moderation/index.server.ts';
import { grantInput } from '#features/tiers/contract.ts';
import { grantPremium, premiumStatus, revokePremium } from '#features/tiers/index.server.ts';
import { markInput, markTrader, unmarkTrader } from '#features/traders/index.server.ts';
import { dayMonthYear } from '#kernel/time.ts';
import { type FormAnswer, parseInput, text } from '#platform/http/page-form.server.ts';
import type { Platform } from '#platform/platform.ts';
import { reasonInput, suspensionInput } from '../contract.ts';
import { endMemberSessions } from './end-member-sessions.server.ts';
import { openAccount } from './open-account.server.ts';
import { notifyEmail } from './read-email.server.ts';
import { resetMemberFactors } from './reset-member-factors.server.ts';
import { readAgain } from './sync-member.server.ts';

export interface MemberAnswer extends FormAnswer {
  /** Which form was sent. */
  act?: string;
  /** What has happened, as a sentence. */
  done?: string;
  /** The email address, where it was requested. */
  email?: string;
}

interface Act {
  platform: Platform;
  member: { id: string; username: string; role: 'member' | 'admin' };
  /** The admin's id. */
  by: string;
  form: FormData;
}

type Done = Pick<MemberAnswer, 'done' | 'email'>;

const reasonIn = (form: FormData) => parseInput(reasonInput, { reason: text(form, 'reason') }).reason;

/**
 * What the forms of a member's page do, by their `act`. Each calls the use case that the API and the command line call.
 */
const acts: Record<string, (act: Act) => Promise<Done>> = {
  grant: async ({ platform, member, by, form }) => {
    const typed = text(form, 'months').trim();
    const { months } = parseInput(grantInput, typed === '' ? {} : { months: Number(typed) });
    await grantPremium(platform, { userId: member.id, by, months });
    const { subscription } = await premiumStatus(platform, member.id);
    const until =
      months === undefined || !subscription?.endDate
        ? 'until it is revoked'
        : `until ${dayMonthYear(new Date(subscription.endDate))}`;
    return { done: `${member.username} has premium ${until}.` };
  },
  revoke: async ({ platform, member, by, form }) => {
    await revokePremium(platform, { userId: member.id, by, reason: reasonIn(form) });
    return { done: `${member.username} has no granted premium any more.` };
  },
  sync: async ({ platform, member, by }) => {
    const record = await readAgain(platform, { userId: member.id, by });
    if (!record) return { done: `Stripe does not know ${member.username}. Nothing was changed.` };
    const until = record.endDate ?? record.renewalDate;
    const state = `${record.status.replaceAll('_', ' ')}, ${record.tier}${until ? `, until ${dayMonthYear(until)}` : ''}`;
    return { done: `Read again. ${member.username}: ${state}.` };
  },
  suspend: async ({ platform, member, by, form }) => {
    const said = parseInput(suspensionInput, {
      reason: text(form, 'reason'),
      ...(text(form, 'rule') === '' ? {} : { rule: text(form, 'rule') }),
    });
    await suspendByDecision(platform, { memberId: member.id, by, ...said });
    return { done: `${member.username} is suspended and signed out everywhere.` };
  },
  restore: async ({ platform, member, by }) => {
    await liftSuspension(platform, { memberId: member.id, by });
    return { done: `${member.username} can sign in again.` };
  },
  warn: async ({ platform, member, by, form }) => {
    const said = parseInput(warningInput, { rule: text(form, 'rule'), reason: text(form, 'reason') });
    await warnMember(platform, { memberId: member.id, by, ...said });
    return { done: `${member.username} is warned, and told why.` };
  },
  limit: async ({ platform, member, by, form }) => {
    const days = text(form, 'days').trim();
    const said = parseInput(limitInput, {
      rule: text(form, 'rule'),
      reason: text(form, 'reason'),
      ...(days === '' ? {} : { days: Number(days) }),
    });
    await limitByDecision(platform, { memberId: member.id, by, ...said });
    return { done: `${member.username} is limited, and told why.` };
  },
  unlimit: async ({ platform, member, by }) => {
    await liftLimit(platform, { memberId: member.id, by });
    return { done: `${member.username} is free again.` };
  },
  'mark-trader': async ({ platform, member, by, form }) => {
    await markTrader(
      platform,
      { id: by, role: 'admin' },
      member.id,
      parseInput(markInput, { reason: text(form, 'reason') }).reason,
    );
    return { done: `${member.username} is marked as a trader, and asked for what a trader must show.` };
  },
  'unmark-trader': async ({ platform, member, by }) => {
    await unmarkTrader(platform, { id: by, role: 'admin' }, member.id);
    return { done: `${member.username} says again themselves who sells.` };
  },
  'reset-factors': async ({ platform, member, by, form }) => {
    await resetMemberFactors(platform, member, { by, reason: reasonIn(form) });
    return { done: `${member.username} signs in without a second step now, and is signed out everywhere.` };
  },
  'end-sessions': async ({ platform, member, by, form }) => {
    await endMemberSessions(platform, { userId: member.id, by, reason: reasonIn(form) });
    return { done: `${member.username} is signed out everywhere.` };
  },
  'open-account': async ({ platform, member, by, form }) => {
    await openAccount(platform, { userId: member.id, by, reason: reasonIn(form) });
    return { done: `The account of ${member.username} is open to you for this case.` };
  },
  email: async ({ platform, member, by }) => ({ email: await notifyEmail(platform, { userId: member.id, by }) }),
};

/** Runs a form's action and returns its result. Refuses with the use cases' own errors. */
export async function actOnMember(act: Act): Promise<MemberAnswer> {
  const name = text(act.form, 'act');
  const work = Object.hasOwn(acts, name) ? acts[name] : undefined;
  if (!work) throw new Response('That form is not known.', { status: 400 });
  return { act: name, ...(await work(act)) };
}
