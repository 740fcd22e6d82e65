import { formatList, formatUnit, plural } from '#kernel/format.ts';
import { dayMonthYear } from '#kernel/time.ts';
import { type ActName, type ActView, actNames } from '../contract.ts';

/** How a list calls an act; one that this version does not know is called by its own name. */
export function actName(act: string): string {
  return Object.hasOwn(actNames, act) ? actNames[act as ActName] : act;
}

/** Who did it, as the reader would say it. */
export function doerOf({ by, byName }: Pick<ActView, 'by' | 'byName'>, readerId: string): string {
  if (by === readerId) return 'You';
  return byName ?? (by === 'command line' ? 'Command line' : by);
}

/** What was done, with its facts: `Premium granted for 3 months`. */
export function deedOf({ act, data }: Pick<ActView, 'act' | 'data'>): string {
  switch (act) {
    case 'premium.granted':
      return typeof data.months === 'number'
        ? `Premium granted for ${formatUnit(data.months, 'month')}`
        : 'Premium granted until revoked';
    case 'member.limited':
      return said(data.until) === null
        ? actName(act)
        : `Member restricted until ${dayMonthYear(new Date(String(data.until)))}`;
    default: {
      const fact = factOf(act, data);
      return fact ? `${actName(act)}: ${fact}` : actName(act);
    }
  }
}

/** The fact to show after the name of an act. */
function factOf(act: string, data: ActView['data']): string | null {
  switch (act) {
    case 'subscription.synced': {
      const status = said(data.status)?.replaceAll('_', ' ');
      return status ? `${status}, ${tierName(data.tier)}` : null;
    }
    case 'factors.reset':
      return factors(data);
    case 'report.answered':
      return said(data.decision) && (data.decision === 'upheld' ? 'violation' : 'no violation');
    case 'appeal.answered':
      return said(data.outcome) && (data.outcome === 'overturned' ? 'decision reversed' : 'decision upheld');
    case 'text.written':
    case 'text.changed':
    case 'text.removed':
      return quoted(data.name);
    case 'job.run-again':
      return quoted(data.task);
    case 'card.corrected':
      return quoted((data.to as { name?: unknown } | undefined)?.name);
    case 'card-reports.closed':
    case 'brand.changed':
      return quoted(data.name);
    case 'announcement.saved':
    case 'announcement.deleted':
    case 'ad.created':
    case 'ad.changed':
    case 'ad.pictured':
    case 'ad.removed':
      return quoted(data.text);
    default:
      return null;
  }
}

/** The reason that was typed, if one was. */
export function reasonOf({ data }: Pick<ActView, 'data'>): string | null {
  return said(data.reason);
}

/** A plan by its code. */
export function tierName(tier: unknown): string {
  return tier === 'premium' ? 'Premium' : 'Free';
}

function factors({ app, passkeys }: Record<string, unknown>): string {
  const keys =
    typeof passkeys === 'number' && passkeys > 0 ? [plural(passkeys, { one: '# passkey', other: '# passkeys' })] : [];
  return formatList([...(app === true ? ['authenticator app'] : []), ...keys]);
}

function quoted(value: unknown): string | null {
  return said(value) && `“${said(value)}”`;
}

function said(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
