import type * as z from 'zod';
import { mailMember } from '#features/notifications/index.server.ts';
import { plural } from '#kernel/format.ts';
import type { Row } from '#platform/mail/email.ts';
import type { Platform } from '#platform/platform.ts';
import { countedTo } from '#platform/troubles/trouble.ts';
import type { mailTroublesJob } from '../admin.jobs.ts';

type Notified = z.output<typeof mailTroublesJob.payload>;

/**
 * Emails an admin the result of a health check: troubles that began, that continue and that are over. A suspended or
 * deleted admin gets no email.
 */
export async function mailTroubles(
  platform: Platform,
  { userId, at, begun, standing, over, counts }: Notified,
): Promise<void> {
  const known = new Map(platform.troubles.map((trouble) => [trouble.name, trouble]));
  const figures = new Map(
    counts.map(({ name, count }) => [name, count >= countedTo ? `${countedTo} or more` : String(count)]),
  );
  const sentence = (name: string) => (known.get(name)?.sentence ?? name).replace(/\.$/, '');
  const rows: Row[] = [
    ...begun.map((name): Row => [sentence(name), figures.get(name) ?? '']),
    ...standing.map((name): Row => [`Ongoing: ${sentence(name)}`, figures.get(name) ?? '']),
    ...over.map((name): Row => [`Ended: ${sentence(name)}`, 'None']),
  ];
  const urgent = begun.some((name) => known.get(name)?.severity === 'urgent');
  const first = begun.length > 0 ? begun : standing;
  const alerts = first.length === 1 ? sentence(first[0] ?? '') : `${first.length} system alerts need attention`;
  const ended = plural(over.length, { one: 'System alert ended', other: '# system alerts ended' });
  await mailMember(platform, {
    userId,
    kind: {
      always:
        'You’re receiving this email because you’re an admin. We email you when an alert begins, daily while it lasts, and when it ends.',
    },
    messageId: `troubles-${at}-${userId}`,
    email: {
      subject: first.length === 0 ? ended : urgent ? `Urgent: ${alerts}` : alerts,
      paragraphs: [
        first.length > 0
          ? 'System alerts need your attention. The Health page shows what to do.'
          : 'The alerts we notified you about have ended.',
      ],
      rows,
      button: { label: 'View health', url: `${platform.config.appUrl}/admin/health` },
    },
  });
}
