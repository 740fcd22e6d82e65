import { eq } from 'drizzle-orm';
import { aboutAccount, mailMember, notify } from '#features/notifications/index.server.ts';
import { dayMonthYear } from '#kernel/time.ts';
import type { NotificationKind } from '#platform/notification-kind.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { appealUrl } from '../appeal/appeal-by-mail.server.ts';
import { type DecisionAct, decisionActs, decisionMeaning, decisionTitle, houseRules } from '../model/decision.rules.ts';
import { type DecisionRow, decision } from '../model/decision.tables.ts';
import { appealEnds } from '../model/decision-status.ts';

export const decisionUpdates: NotificationKind = {
  name: 'rulings',
  rank: 34,
  label: 'Account status',
  means: 'We make a decision about your account or content, or answer your appeal.',
  // The bodies are an admin's words.
  texts: {
    ...Object.fromEntries(decisionActs.map((act) => [act, () => ({ title: decisionTitle(act) })])),
    appeal_overturned: () => ({ title: 'We reversed our decision' }),
    appeal_upheld: () => ({ title: 'We upheld our decision' }),
  },
};

/** Acts whose own feature notifies the member. */
const notifiedElsewhere: readonly DecisionAct[] = ['listing_hidden', 'review_hidden', 'suspended', 'report_upheld'];
const decisionPage = (id: string) => `/settings/decisions/${id}`;
const about = (id: string, what: string) => `ruling-${what}-${id}`;

type Notified = Pick<DecisionRow, 'id' | 'memberId' | 'act' | 'reason'>;

/** The notification of the member concerned; none where the subject's own feature sends it. */
export async function notifyDecision(
  tx: Tx,
  { id, memberId: userId, act, reason }: Notified,
  now: Date,
): Promise<void> {
  if (notifiedElsewhere.includes(act)) return;
  await notify(tx, {
    userId,
    kind: decisionUpdates,
    code: act,
    body: reason,
    link: decisionPage(id),
    about: about(id, 'made'),
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
    about: about(id, 'answered'),
    now,
  });
}

const account = aboutAccount('You’re receiving this email because we made a decision about your account or content.');
const quoted = ({ subjectTitle }: DecisionRow) => (subjectTitle === null ? '' : `: “${subjectTitle}”`);

/**
 * Emails the statement of reasons: what was decided, by which rule, why, its consequence, and how to appeal. It cannot
 * be declined.
 */
export async function mailDecision(platform: Platform, decisionId: string): Promise<void> {
  const [row] = await platform.db.select().from(decision).where(eq(decision.id, decisionId));
  if (!row) return;
  const until = row.until && `This applies until ${dayMonthYear(row.until)}.`;
  const way =
    row.act === 'suspended'
      ? 'Select the button below and explain why. The link is only for you.'
      : 'Open the decision and explain why.';
  const url = pageOf(platform, row);
  await mailMember(platform, {
    userId: row.memberId,
    kind: account,
    messageId: `ruling-${row.id}`,
    email: {
      subject: `${decisionTitle(row.act)}${quoted(row)}`,
      paragraphs: [
        `On ${dayMonthYear(row.decidedAt)} we made a decision about your account. ${decisionTitle(row.act)}${quoted(row)}.`,
        `Rule: ${houseRules[row.rule]}`,
        `Reason: ${row.reason}`,
        `Effect: ${decisionMeaning(row.act)}`,
        ...(until ? [until] : []),
        `If you think that this is wrong, you can appeal once until ${dayMonthYear(appealEnds(row))}. ${way}`,
        'If possible, another person of our team reviews the appeal.',
      ],
      button: { label: row.act === 'suspended' ? 'Appeal decision' : 'View decision', url },
    },
  });
}

/** A suspended member cannot sign in, so the link carries a token. */
function pageOf(platform: Platform, { act, id }: DecisionRow): string {
  return act === 'suspended' ? appealUrl(platform, id) : `${platform.config.appUrl}${decisionPage(id)}`;
}

/** Emails the answer to an appeal. */
export async function mailAppeal(platform: Platform, decisionId: string): Promise<void> {
  const [row] = await platform.db.select().from(decision).where(eq(decision.id, decisionId));
  if (!row?.outcome || !row.answer) return;
  const isRight = row.outcome === 'overturned';
  await mailMember(platform, {
    userId: row.memberId,
    kind: account,
    messageId: `appeal-${row.id}`,
    email: {
      subject: isRight ? 'We reversed our decision' : 'We upheld our decision',
      paragraphs: [
        `You appealed our decision of ${dayMonthYear(row.decidedAt)}. ${decisionTitle(row.act)}${quoted(row)}.`,
        isRight
          ? 'We reversed the decision. Hidden content is shown again, unless it ended or sold out.'
          : 'We upheld the decision. It stays in effect.',
        `Our answer: ${row.answer}`,
      ],
      button: {
        label: 'View decision',
        url: isRight ? `${platform.config.appUrl}${decisionPage(row.id)}` : pageOf(platform, row),
      },
    },
  });
}
