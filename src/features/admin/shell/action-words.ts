import { isId } from '#kernel/ids.ts';
import { dayMonthYear } from '#kernel/time.ts';
import { type ActName, type ActView, actNames } from '../contract.ts';

/** How a list calls an act; one that this version does not know is called by its own name. */
export function actName(act: string): string {
  return Object.hasOwn(actNames, act) ? actNames[act as ActName] : act;
}

/** Who did it, as the reader would say it. */
export function doerOf({ by, byName }: Pick<ActView, 'by' | 'byName'>, readerId: string): string {
  if (by === readerId) return 'You';
  return byName ?? (isId(by) ? by : `The ${by}`);
}

/** What was done, after the doer's name: `granted premium for 3 months`. */
export function deedOf({ act, data }: Pick<ActView, 'act' | 'data'>): string {
  switch (act) {
    case 'premium.granted':
      return typeof data.months === 'number'
        ? `granted premium for ${months(data.months)}`
        : 'granted premium until it is revoked';
    case 'premium.revoked':
      return 'revoked premium';
    case 'subscription.synced':
      return `read the subscription at Stripe again${said(data.status) === null ? '' : `: ${said(data.status)?.replaceAll('_', ' ')}, ${said(data.tier) ?? 'free'}`}`;
    case 'member.suspended':
      return 'suspended the account';
    case 'member.restored':
      return 'ended the suspension';
    case 'member.warned':
      return 'warned the member';
    case 'member.limited':
      return `limited the account${said(data.until) === null ? '' : ` until ${dayMonthYear(new Date(String(data.until)))}`}`;
    case 'member.unlimited':
      return 'ended the limit of the account';
    case 'factors.reset':
      return `reset the second factors: ${factors(data)}`;
    case 'email.read':
      return 'read the email address';
    case 'account.opened':
      return 'looked at the account';
    case 'listing.paused':
      return 'paused the listing';
    case 'listing.released':
      return 'released the listing';
    case 'review.hidden':
      return 'hid a review';
    case 'review.released':
      return 'showed a review again';
    case 'want.hidden':
      return 'hid a wanted post';
    case 'want.released':
      return 'showed a wanted post again';
    case 'trader.marked':
      return 'marked the member as a trader';
    case 'trader.unmarked':
      return 'took the mark of a trader back';
    case 'want-list.hidden':
      return 'hid a want list';
    case 'want-list.released':
      return 'showed a want list again';
    case 'refund.retried':
      return 'sent a failed refund again';
    case 'sessions.ended':
      return 'ended all sessions';
    case 'dispute.refunded':
      return 'decided a dispute for the buyer';
    case 'dispute.closed':
      return 'decided a dispute for the seller';
    case 'order.cleared':
      return 'looked at the order and let it go on';
    case 'evidence.sent':
      return 'sent evidence to the buyer’s bank';
    case 'report.claimed':
      return 'took a report, and could read its messages';
    case 'report.returned':
      return 'gave a report back';
    case 'report.answered':
      return `answered a report${said(data.decision) === null ? '' : `: ${said(data.decision)}`}`;
    case 'case.noted':
      return 'noted something about a case';
    case 'text.written':
      return `wrote a text for statements${quoted(data.name)}`;
    case 'text.changed':
      return `changed a text for statements${quoted(data.name)}`;
    case 'text.removed':
      return `removed a text for statements${quoted(data.name)}`;
    case 'appeal.answered':
      return `answered an appeal: ${said(data.outcome) ?? 'upheld'}`;
    case 'job.run-again':
      return `had a failed job run again${quoted(data.task)}`;
    case 'fee.changed':
      return 'changed the fee of the market';
    case 'market-text.written':
      return 'wrote a text of the market';
    case 'ad.created':
      return `wrote an ad${quoted(data.text)}`;
    case 'ad.changed':
      return `changed an ad${quoted(data.text)}`;
    case 'ad.pictured':
      return `changed the picture of an ad${quoted(data.text)}`;
    case 'ad.removed':
      return `removed an ad${quoted(data.text)}`;
    case 'operator.added':
      return 'gave the rights of an operator';
    case 'operator.removed':
      return 'took the rights of an operator away';
    default:
      return act;
  }
}

/** The reason that was typed, if one was. */
export function reasonOf({ data }: Pick<ActView, 'data'>): string | null {
  return said(data.reason);
}

function months(count: number): string {
  return `${count} ${count === 1 ? 'month' : 'months'}`;
}

function factors({ app, passkeys }: Record<string, unknown>): string {
  const keys =
    typeof passkeys === 'number' && passkeys > 0 ? `${passkeys} ${passkeys === 1 ? 'passkey' : 'passkeys'}` : null;
  return [app === true ? 'authenticator app' : null, keys].filter(Boolean).join(' and ') || 'none were left';
}

function quoted(value: unknown): string {
  return said(value) === null ? '' : `: “${said(value)}”`;
}

function said(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
