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
import { dayMonthYear, lasting } from '#kernel/time.ts';
import { type FormAnswer, parseInput, text } from '#platform/http/page-form.server.ts';
import type { Platform } from '#platform/platform.ts';
import { reasonInput, suspensionInput } from '../contract.ts';
import { accountOpenMs } from '../shell/action.contract.ts';
import { tierName } from '../shell/action-words.ts';
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
    return {
      done:
        months === undefined || !subscription?.endDate
          ? `Premium granted to ${member.username} until you revoke it`
          : `Premium granted to ${member.username} until ${dayMonthYear(new Date(subscription.endDate))}`,
    };
  },
  revoke: async ({ platform, member, by, form }) => {
    await revokePremium(platform, { userId: member.id, by, reason: reasonIn(form) });
    return { done: `Premium revoked from ${member.username}` };
  },
  sync: async ({ platform, member, by }) => {
    const record = await readAgain(platform, { userId: member.id, by });
    if (!record) return { done: `Stripe has no customer record for ${member.username}. Nothing was changed.` };
    const until = record.endDate ?? record.renewalDate;
    const facts = [record.status.replaceAll('_', ' '), tierName(record.tier), until && `until ${dayMonthYear(until)}`];
    return { done: `Subscription of ${member.username} synced: ${facts.filter(Boolean).join(', ')}` };
  },
  suspend: async ({ platform, member, by, form }) => {
    const said = parseInput(suspensionInput, {
      reason: text(form, 'reason'),
      ...(text(form, 'rule') === '' ? {} : { rule: text(form, 'rule') }),
    });
    await suspendByDecision(platform, { memberId: member.id, by, ...said });
    return { done: `${member.username} was suspended and signed out everywhere` };
  },
  restore: async ({ platform, member, by }) => {
    await liftSuspension(platform, { memberId: member.id, by });
    return { done: `${member.username} was reinstated and can sign in again` };
  },
  warn: async ({ platform, member, by, form }) => {
    const said = parseInput(warningInput, { rule: text(form, 'rule'), reason: text(form, 'reason') });
    await warnMember(platform, { memberId: member.id, by, ...said });
    return { done: `${member.username} was warned and notified` };
  },
  limit: async ({ platform, member, by, form }) => {
    const days = text(form, 'days').trim();
    const said = parseInput(limitInput, {
      rule: text(form, 'rule'),
      reason: text(form, 'reason'),
      ...(days === '' ? {} : { days: Number(days) }),
    });
    await limitByDecision(platform, { memberId: member.id, by, ...said });
    return { done: `${member.username} was restricted and notified` };
  },
  unlimit: async ({ platform, member, by }) => {
    await liftLimit(platform, { memberId: member.id, by });
    return { done: `Restriction of ${member.username} ended` };
  },
  'mark-trader': async ({ platform, member, by, form }) => {
    await markTrader(
      platform,
      { id: by, role: 'admin' },
      member.id,
      parseInput(markInput, { reason: text(form, 'reason') }).reason,
    );
    return { done: `${member.username} was marked as a professional seller and asked for seller details` };
  },
  'unmark-trader': async ({ platform, member, by }) => {
    await unmarkTrader(platform, { id: by, role: 'admin' }, member.id);
    return { done: `Professional seller mark of ${member.username} removed` };
  },
  'reset-factors': async ({ platform, member, by, form }) => {
    await resetMemberFactors(platform, member, { by, reason: reasonIn(form) });
    return { done: `Two-step verification of ${member.username} was reset, and all sessions ended` };
  },
  'end-sessions': async ({ platform, member, by, form }) => {
    await endMemberSessions(platform, { userId: member.id, by, reason: reasonIn(form) });
    return { done: `All sessions of ${member.username} ended` };
  },
  'open-account': async ({ platform, member, by, form }) => {
    await openAccount(platform, { userId: member.id, by, reason: reasonIn(form) });
    return { done: `Account data of ${member.username} revealed for ${lasting(accountOpenMs)}` };
  },
  email: async ({ platform, member, by }) => ({ email: await notifyEmail(platform, { userId: member.id, by }) }),
};

/** Runs a form's action and returns its result. Refuses with the use cases' own errors. */
export async function actOnMember(act: Act): Promise<MemberAnswer> {
  const name = text(act.form, 'act');
  const work = Object.hasOwn(acts, name) ? acts[name] : undefined;
  if (!work) throw new Response('This page is out of date. Reload it.', { status: 400 });
  return { act: name, ...(await work(act)) };
}
