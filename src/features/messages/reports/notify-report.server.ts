import { eq } from 'drizzle-orm';
import { listNames } from '#features/members/index.server.ts';
import { aboutAccount, type EmailText, mailMember, notify } from '#features/notifications/index.server.ts';
import { dayMonthYear } from '#kernel/time.ts';
import type { NotificationKind } from '#platform/notification-kind.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { reasonForReported, reasonText } from '../model/report.rules.ts';
import { type MemberReport, memberReport } from '../model/report.tables.ts';
import { reportedToThem, reportedWords } from './report-words.ts';

const titles = {
  upheld: 'Report about you: violation',
  dismissed: 'Report about you: no violation',
} as const;

export const reportUpdates: NotificationKind = {
  name: 'reports',
  rank: 27,
  label: 'Reports',
  means: 'We reviewed your report, or a report about you.',
  icon: 'operator',
  act: 'View reports',
  // The bodies are an admin's words.
  texts: {
    answered: (named: Reported) => ({ title: `Report reviewed: ${reporterNames(named, '{name}')}` }),
    upheld: () => ({ title: titles.upheld }),
    dismissed: () => ({ title: titles.dismissed }),
  },
};

type Reported = Pick<MemberReport, 'subjectKind' | 'subjectTitle'>;

export type ReportSide = 'reporter' | 'reported';
const page = '/settings/blocks';

/** Writes the entry of the reporter, and of the reported member if asked to, in the transaction of the answer. */
export async function notifyAnswered(
  tx: Tx,
  row: MemberReport,
  now: Date,
  { reported }: { reported: boolean },
): Promise<void> {
  const notified = { kind: reportUpdates, link: page, about: `report-${row.id}`, now };
  await notify(tx, {
    ...notified,
    userId: row.reporterId,
    code: 'answered',
    params: { subjectKind: row.subjectKind, subjectTitle: row.subjectTitle },
    namedId: row.reportedId,
    body: row.toReporter ?? '',
  });
  if (reported && row.toReported !== null)
    await notify(tx, { ...notified, userId: row.reportedId, code: decisionOf(row), body: row.toReported });
}

/** The reported member, as the reporter knows them: the owner of a want list stays unknown. */
const reporterNames = (row: Reported, name: string) => (row.subjectKind === 'list' ? reportedWords(row, name) : name);

const decisionOf = ({ decision }: MemberReport) => decision ?? 'dismissed';
const nameOf = (names: ReadonlyMap<string, string>, id: string) => names.get(id) ?? 'a deleted member';

/**
 * Emails one side the admin's statement. The email is about the account: it cannot be declined, and reaches a suspended
 * member too.
 */
export async function mailReport(platform: Platform, reportId: string, side: ReportSide): Promise<void> {
  const [row] = await platform.db.select().from(memberReport).where(eq(memberReport.id, reportId));
  const statement = row && (side === 'reporter' ? row.toReporter : row.toReported);
  // A member whose report was upheld gets the statement of the moderation decision instead.
  if (!row || !statement || (side === 'reported' && row.ground !== null)) return;
  const names = await listNames(platform.db, [row.reportedId]);
  await mailMember(platform, {
    userId: side === 'reporter' ? row.reporterId : row.reportedId,
    kind: aboutAccount(
      side === 'reporter'
        ? 'You’re receiving this email because you sent a report.'
        : 'You’re receiving this email because of a report about you. If this is a mistake, reply to this email.',
    ),
    messageId: `report-${row.id}-${side}`,
    email: {
      ...emails[side](row, nameOf(names, row.reportedId), statement),
      button: { label: 'View reports', url: `${platform.config.appUrl}${page}` },
    },
  });
}

const outcomes = {
  upheld: 'We reviewed the report and found a violation of our rules.',
  dismissed: 'We reviewed the report and found no violation of our rules.',
} as const;

const emails: Record<ReportSide, (row: MemberReport, name: string, statement: string) => EmailText> = {
  reporter: (row, name, statement) => ({
    subject: `Report reviewed: ${reporterNames(row, name)}`,
    paragraphs: [
      outcomes[decisionOf(row)],
      `On ${dayMonthYear(row.createdAt)} you reported ${reportedWords(row, name)}. Your reason: ${reasonText(row.reason)}.`,
      ...(row.ground === null ? [] : [`Rule: ${row.ground}`]),
      statement,
    ],
  }),
  reported: (row, _name, statement) => ({
    subject: titles[decisionOf(row)],
    paragraphs: [
      outcomes[decisionOf(row)],
      `A member reported ${reportedToThem(row)}. Reason: ${reasonForReported(row.reason)}.`,
      statement,
      'We don’t share who sent the report.',
    ],
  }),
};
