import { answerReport, answerReportIn, getReport } from '#features/messages/index.server.ts';
import { recordDecision } from '#features/moderation/index.server.ts';
import { type HouseRule, houseRules, usualRule } from '#features/moderation/words.ts';
import { invalid } from '#kernel/refusal.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import type { ReportAnswerInput } from '../contract.ts';
import { measureOf } from './report-measures.server.ts';

interface Handling {
  reportId: string;
  /** The admin's id. */
  by: string;
}

/**
 * An admin answers a report that they have claimed. Upholding it is a decision against the member, with its rule and
 * measure, in the same transaction as the answer.
 */
export async function decideReport(
  platform: Platform,
  handling: Handling,
  { rule: named, measure, days, ...answer }: ReportAnswerInput,
): Promise<void> {
  const report = await getReport(platform.db, handling.by, handling.reportId, platform.clock.now());
  if (answer.decision === 'dismissed') return answerReport(platform, handling, answer);
  const rule: HouseRule = named ?? usualRule(report.reasonCode);
  const grounded = { ...answer, ground: houseRules[rule] };
  const facts = {
    memberId: report.reportedId,
    rule,
    reason: answer.toReported ?? '',
    reportId: report.id,
    by: handling.by,
  };
  if (measure === undefined)
    return write(platform, async (tx) => {
      const now = platform.clock.now();
      await answerReportIn(tx, handling, grounded, now);
      await recordDecision(tx, { ...facts, act: 'report_upheld', subject: undefined }, now);
    });
  const follows = measureOf(report, measure);
  if (!follows) throw invalid({ measure: 'This action isn’t available for this report. Select another one.' });
  return follows(platform, { ...facts, days }, async (tx, now) => {
    // A suspension writes no entry, since its member cannot sign in.
    await answerReportIn(tx, handling, { ...grounded, measureNotifies: measure !== 'suspend' }, now);
  });
}
