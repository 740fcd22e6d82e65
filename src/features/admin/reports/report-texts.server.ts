import { reasonForReported, reportedToThem, reportedWords } from '#features/messages/words.ts';
import type { StatementText } from '#features/moderation/contract.ts';
import { listStatementTexts } from '#features/moderation/index.server.ts';
import { decisionTimes, fillText } from '#features/moderation/words.ts';
import { deletedName } from '#kernel/specified-texts.ts';
import type { Platform } from '#platform/platform.ts';
import type { NamedReportView } from '../contract.ts';

/**
 * The admins' text templates, with the placeholders in braces filled from this report. The reported member's text does
 * not name the reporter.
 */
export async function textsFor({ db }: Pick<Platform, 'db'>, report: NamedReportView): Promise<StatementText[]> {
  const { subject, reason, reporterName, reportedName } = report;
  const row = { subjectKind: subject.kind, subjectTitle: subject.title };
  const days = String(decisionTimes.appealDays);
  const facts = {
    reporter: {
      member: reporterName ?? 'member',
      thing: reportedWords(row, reportedName ?? deletedName),
      reason,
      days,
    },
    reported: { member: reportedName ?? 'member', thing: reportedToThem(row), reason: reasonForReported(reason), days },
  };
  return (await listStatementTexts(db)).map((one) => ({ ...one, text: fillText(one.text, facts[one.reader]) }));
}
