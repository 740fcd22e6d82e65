import { aboutAccount, mailMember, notify } from '#features/notifications/index.server.ts';
import { dayMonthYear } from '#kernel/time.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { payoutAccountUpdates } from '../accounts/emails/notify-of-account.server.ts';
import { mailTaxDetailsJob } from './tax-report.jobs.ts';
import { holdsAt, taxDetailsPage } from './tax-report.rules.ts';

interface Asked {
  sellerId: string;
  askedAt: Date;
  step: 'ask' | 'remind' | 'hold';
  reminders: number;
  now: Date;
}

/** Asks a seller for them, in the transaction of the step: a notification and an email. */
export async function askForTaxDetails(tx: Tx, { sellerId, askedAt, step, reminders, now }: Asked): Promise<void> {
  const about = `tax-details-${sellerId}-${step}-${reminders}`;
  const until = holdsAt(askedAt).toISOString();
  await notify(tx, {
    userId: sellerId,
    kind: payoutAccountUpdates,
    code: step === 'hold' ? 'tax_held' : 'tax_details',
    params: { until },
    link: taxDetailsPage,
    about,
    now,
  });
  tx.enqueue(mailTaxDetailsJob, { sellerId, step, until, about });
}

/** Emails a seller that their tax details are needed. */
export async function mailTaxDetails(
  platform: Platform,
  { sellerId, step, until, about }: { sellerId: string; step: Asked['step']; until: string; about: string },
): Promise<void> {
  const day = dayMonthYear(new Date(until));
  const isHeld = step === 'hold';
  await mailMember(platform, {
    userId: sellerId,
    kind: aboutAccount('You’re receiving this email because it’s about your payouts.'),
    messageId: about,
    email: {
      subject: isHeld
        ? 'Payouts paused: add your tax details'
        : `${step === 'ask' ? 'Add' : 'Reminder: add'} your tax details`,
      paragraphs: [
        'EU law makes us report the sales of active sellers to the tax authority. For that we need your tax details.',
        isHeld
          ? 'We asked you and reminded you twice. Your payouts are paused until you add your details.'
          : `Add them by ${day}. After that, your payouts are paused until you do.`,
      ],
      button: { label: 'Add tax details', url: `${platform.config.appUrl}${taxDetailsPage}` },
    },
  });
}
