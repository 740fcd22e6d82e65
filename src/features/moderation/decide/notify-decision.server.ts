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
  label: 'Decisions about you',
  means: 'An operator decided something about you or a thing of yours, or answered your appeal.',
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

const account = aboutAccount(
  'You get this because an operator of this market decided something about your account or a thing of yours.',
);
const quoted = ({ subjectTitle }: DecisionRow) => (subjectTitle === null ? '' : `: “${subjectTitle}”`);

/**
 * Emails the statement of reasons: what was decided, by which rule, why, its consequence, and how to appeal. It cannot
 * be declined.
 */
export async function mailDecision(platform: Platform, decisionId: string): Promise<void> {
  const [row] = await platform.db.select().from(decision).where(eq(decision.id, decisionId));
  if (!row) return;
  const until = row.until && `It holds until ${dayMonthYear(row.until)}.`;
  const way =
    row.act === 'suspended'
      ? 'press the button, and say why there; the link is yours alone'
      : 'open the decision, and say why there';
  const url = pageOf(platform, row);
  await mailMember(platform, {
    userId: row.memberId,
    kind: account,
    messageId: `ruling-${row.id}`,
    email: {
      subject: `${decisionTitle(row.act)}${quoted(row)}`,
      paragraphs: [
        `On ${dayMonthYear(row.decidedAt)} an operator of this market decided this about your account. ${decisionTitle(row.act)}${quoted(row)}.`,
        `The rule: ${houseRules[row.rule]}`,
        `Why: ${row.reason}`,
        `What it means: ${decisionMeaning(row.act)}${until ? ` ${until}` : ''}`,
        `If you think that this is wrong, you can appeal once, until ${dayMonthYear(appealEnds(row))}: ${way}. Wherever there is another operator, the one who decided does not judge it.`,
      ],
      button: { label: row.act === 'suspended' ? 'Read it and appeal' : 'Open the decision', url },
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
        `You appealed against a decision of ${dayMonthYear(row.decidedAt)}. ${decisionTitle(row.act)}${quoted(row)}.`,
        isRight
          ? 'The decision does not hold any more. What it hid is shown again, as far as its time and its copies allow.'
          : 'The decision stands.',
        `The answer: ${row.answer}`,
      ],
      button: {
        label: 'Open the decision',
        url: isRight ? `${platform.config.appUrl}${decisionPage(row.id)}` : pageOf(platform, row),
      },
    },
  });
}
