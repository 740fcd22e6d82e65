import type * as z from 'zod';
import { mailMember } from '#features/notifications/index.server.ts';
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
    ...standing.map((name): Row => [`Still: ${sentence(name)}`, figures.get(name) ?? '']),
    ...over.map((name): Row => [`Over: ${sentence(name)}`, 'none']),
  ];
  const urgent = begun.some((name) => known.get(name)?.severity === 'urgent');
  const first = begun.length > 0 ? begun : standing;
  const subject =
    first.length > 0
      ? `${urgent ? 'Urgent: ' : ''}${first.length === 1 ? sentence(first[0] ?? '') : `${first.length} troubles need a look`}`
      : 'The trouble is over';
  await mailMember(platform, {
    userId,
    kind: {
      always:
        'You get this because you run this market: once as a trouble begins, daily while it stays, and once when it is over.',
    },
    messageId: `troubles-${at}-${userId}`,
    email: {
      subject,
      paragraphs: [
        first.length > 0
          ? 'This needs a person. What to do about each stands on the page.'
          : 'What you were told of is not there any more.',
      ],
      rows,
      button: { label: 'Open the market’s health', url: `${platform.config.appUrl}/admin/health` },
    },
  });
}
