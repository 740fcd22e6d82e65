import { eq } from 'drizzle-orm';
import { aboutAccount, mailMember, notify } from '#features/notifications/index.server.ts';
import { dayMonthYear } from '#kernel/time.ts';
import type { NotificationKind } from '#platform/notification-kind.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { appealUrl } from '../appeal/appeal-by-mail.server.ts';
import {
  type DecisionAct,
  decisionActs,
  decisionMeaning,
  decisionTitle,
  houseRules,
  staysInEffect,
} from '../model/decision.rules.ts';
import { type DecisionRow, decision } from '../model/decision.tables.ts';
import { appealEnds } from '../model/decision-status.ts';
import { aboutForMember, type DecisionSubject, decisionEvent } from '../model/decision-subject.ts';
import { subjectsOf } from '../moderation.queries.server.ts';

/** Absent in notifications of earlier releases. */
interface Params {
  about?: Pick<DecisionSubject, 'kind' | 'title'>;
}

export const decisionUpdates: NotificationKind = {
  name: 'rulings',
  rank: 34,
  label: 'Account status',
  means: 'We make a decision about your account or content, or answer your appeal.',
  icon: 'operator',
  act: 'View decision',
  // The bodies are an admin's words.
  texts: {
    ...Object.fromEntries(
      decisionActs.map((act) => [act, ({ about }: Params) => ({ title: decisionEvent(act, about) })]),
    ),
    appeal_overturned: () => ({ title: 'We reversed our decision' }),
    appeal_upheld: () => ({ title: 'We upheld our decision' }),
  },
};

/** Acts whose own feature notifies the member. */
const notifiedElsewhere: readonly DecisionAct[] = ['review_hidden', 'suspended', 'report_upheld'];
const decisionPage = (id: string) => `/settings/decisions/${id}`;
const eventId = (id: string, what: string) => `ruling-${what}-${id}`;

type Notified = Pick<DecisionRow, 'id' | 'memberId' | 'act' | 'reason' | 'subjectId' | 'subjectTitle' | 'reportId'>;

/** The notification of the member concerned; none where the subject's own feature sends it. */
export async function notifyDecision(tx: Tx, row: Notified, now: Date): Promise<void> {
  const { id, memberId: userId, act, reason } = row;
  if (notifiedElsewhere.includes(act)) return;
  const subject = (await subjectsOf(tx.db, [row])).get(id);
  await notify(tx, {
    userId,
    kind: decisionUpdates,
    code: act,
    ...(subject && { params: { about: { kind: subject.kind, title: subject.title } } }),
    body: reason,
    link: decisionPage(id),
    about: eventId(id, 'made'),
    now,
  });
}

/** The notification of the member who appealed. */
export async function notifyAppeal(
  tx: Tx,
  { id, memberId: userId, outcome, answer }: DecisionRow,
  now: Date,
): Promise<void> {
  await notify(tx, {
    userId,
    kind: decisionUpdates,
    code: outcome === 'overturned' ? 'appeal_overturned' : 'appeal_upheld',
    body: answer ?? '',
    link: decisionPage(id),
    about: eventId(id, 'answered'),
    now,
  });
}

const account = aboutAccount('You’re receiving this email because we made a decision about your account or content.');
const about = (subject: DecisionSubject) => `About: ${aboutForMember(subject)}`;

/** The first sentence of the statement. */
const decided: Record<DecisionAct, (day: string) => string> = {
  listing_hidden: (day) => `We paused your listing on ${day}.`,
  review_hidden: (day) => `We hid your review on ${day}.`,
  want_hidden: (day) => `We hid your wanted post on ${day}.`,
  list_hidden: (day) => `We hid your want list on ${day}.`,
  warned: (day) => `We sent you a warning on ${day}.`,
  limited: (day) => `We restricted your account on ${day}.`,
  suspended: (day) => `We suspended your account on ${day}.`,
  report_upheld: (day) => `We reviewed a report about you on ${day} and found a violation of our rules.`,
};

/**
 * Emails the statement of reasons: what was decided, about what, by which rule, why, its consequence, and how to appeal.
 * It cannot be declined.
 */
export async function mailDecision(platform: Platform, decisionId: string): Promise<void> {
  const found = await readDecision(platform, decisionId);
  if (!found) return;
  const { row, subject } = found;
  const appealUntil = dayMonthYear(appealEnds(row));
  await mailMember(platform, {
    userId: row.memberId,
    kind: account,
    messageId: `ruling-${row.id}`,
    email: {
      subject: decisionEvent(row.act, subject),
      paragraphs: [
        `${decided[row.act](dayMonthYear(row.decidedAt))} You can appeal once until ${appealUntil}.`,
        about(subject),
        `Rule: ${houseRules[row.rule]}`,
        `Reason: ${row.reason}`,
        `Effect: ${decisionMeaning(row.act)}`,
        ...(row.until ? [`Until: ${dayMonthYear(row.until)}`] : staysInEffect(row.act) ? ['Until: No end date'] : []),
        row.act === 'suspended'
          ? 'To appeal, select “Appeal decision” and explain why the decision is wrong. Don’t forward this email. Its link works without signing in.'
          : 'To appeal, open the decision and explain why it is wrong.',
        'If possible, a different team member reviews your appeal.',
      ],
      button: { label: row.act === 'suspended' ? 'Appeal decision' : 'View decision', url: pageOf(platform, row) },
    },
  });
}

async function readDecision({ db }: Platform, id: string) {
  const [row] = await db.select().from(decision).where(eq(decision.id, id));
  if (!row) return null;
  const subject = (await subjectsOf(db, [row])).get(row.id);
  return subject ? { row, subject } : null;
}

/** A suspended member cannot sign in, so the link carries a token. */
function pageOf(platform: Platform, { act, id }: DecisionRow): string {
  return act === 'suspended' ? appealUrl(platform, id) : `${platform.config.appUrl}${decisionPage(id)}`;
}

/** Emails the answer to an appeal. */
export async function mailAppeal(platform: Platform, decisionId: string): Promise<void> {
  const found = await readDecision(platform, decisionId);
  if (!found?.row.outcome || !found.row.answer) return;
  const { row, subject } = found;
  const isReversed = row.outcome === 'overturned';
  await mailMember(platform, {
    userId: row.memberId,
    kind: account,
    messageId: `appeal-${row.id}`,
    email: {
      subject: isReversed ? 'We reversed our decision' : 'We upheld our decision',
      paragraphs: [
        isReversed
          ? 'We reviewed your appeal and reversed our decision. Hidden content is shown again, unless it ended or sold out.'
          : 'We reviewed your appeal and upheld our decision. It stays in effect, and you can’t appeal it again.',
        `Decision of ${dayMonthYear(row.decidedAt)}: ${decisionTitle(row.act)}`,
        about(subject),
        `Our answer: ${row.answer}`,
      ],
      button: {
        label: 'View decision',
        url: isReversed ? `${platform.config.appUrl}${decisionPage(row.id)}` : pageOf(platform, row),
      },
    },
  });
}
