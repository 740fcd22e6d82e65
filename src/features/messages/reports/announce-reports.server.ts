import { and, eq, inArray, isNull, max } from 'drizzle-orm';
import { listAdminIds } from '#features/members/index.server.ts';
import { mailMember } from '#features/notifications/index.server.ts';
import { plural } from '#kernel/format.ts';
import { addMs, hourMs } from '#kernel/time.ts';
import type { MailKind } from '#platform/mail/mail-kind.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { announceReportsJob, mailNewReportsJob } from '../model/message.jobs.ts';
import { memberReport } from '../model/report.tables.ts';

export const newReportMails: MailKind = {
  name: 'new-reports',
  rank: 60,
  label: 'New reports',
  means: 'New reports from members. At most 1 email an hour.',
  why: 'You’re receiving this email because you’re an admin and members sent reports.',
  for: 'operator',
};

/**
 * Job: emails every admin about new open reports, except those by or about them. Reports that come within an hour of
 * the last email wait for the end of that hour.
 */
export async function announceReports(platform: Platform): Promise<void> {
  await write(platform, async (tx) => {
    const now = platform.clock.now();
    const { id, reporterId, reportedId, mailedAt, state } = memberReport;
    // Locked, so that two runs do not email the same reports.
    const reports = await tx.db
      .select({ id, reporterId, reportedId })
      .from(memberReport)
      .where(and(eq(state, 'open'), isNull(mailedAt)))
      .for('update');
    if (reports.length === 0) return;
    const [last] = await tx.db.select({ at: max(mailedAt) }).from(memberReport);
    const nextAt = last?.at ? addMs(last.at, hourMs) : now;
    if (nextAt > now) {
      tx.enqueue(announceReportsJob, {}, { key: 'all', runAt: nextAt });
      return;
    }
    const ids = reports.map((report) => report.id);
    await tx.db.update(memberReport).set({ mailedAt: now }).where(inArray(id, ids));
    for (const userId of await listAdminIds(tx.db)) {
      const theirs = reports.filter((one) => one.reporterId !== userId && one.reportedId !== userId);
      if (theirs.length > 0) tx.enqueue(mailNewReportsJob, { userId, count: theirs.length, at: now.getTime() });
    }
  });
}

/** Job: emails an admin that members sent reports; without their content, which needs the admin's second factor. */
export async function mailNewReports(
  platform: Platform,
  { userId, count, at }: { userId: string; count: number; at: number },
): Promise<void> {
  await mailMember(platform, {
    userId,
    kind: newReportMails,
    messageId: `new-reports-${at}-${userId}`,
    email: {
      subject: plural(count, { one: 'New report', other: '# new reports' }),
      paragraphs: [
        plural(count, {
          one: 'A member sent a report. Assign it to yourself and close it.',
          other: 'Members sent # reports. Assign each to yourself and close it.',
        }),
      ],
      button: { label: 'View reports', url: `${platform.config.appUrl}/admin/reports` },
    },
  });
}
