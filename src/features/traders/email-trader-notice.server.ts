import { aboutAccount, mailMember } from '#features/notifications/index.server.ts';
import { formatList } from '#kernel/format.ts';
import type { Platform } from '#platform/platform.ts';
import { missingOf, neededOfTrader } from './model/trader.rules.ts';
import { untilWhen } from './model/until-when.ts';
import { findStatus } from './trader-status.queries.server.ts';

const kind = aboutAccount('You’re receiving this email because we made a decision about your account.');

/**
 * Emails a member that they were marked as a trader, why, and which data is required; nothing where the mark was
 * removed meanwhile.
 */
export async function mailMarked(
  platform: Platform,
  { memberId, reason }: { memberId: string; reason: string },
): Promise<void> {
  const row = await findStatus(platform.db, memberId);
  if (!row?.markedAt) return;
  const missing = missingOf(row).map((name) => neededOfTrader[name]);
  await mailMember(platform, {
    userId: memberId,
    kind,
    messageId: `trader-${memberId}-${row.markedAt.getTime()}`,
    email: {
      subject: 'You’re now a professional seller',
      paragraphs: [
        'We marked you as a professional seller. Buyers now see this next to your name.',
        `Reason: ${reason}`,
        missing.length > 0
          ? `Buyers must see who they buy from. Missing: ${formatList(missing)}. You can’t publish listings until you add these details. ${untilWhen(row.dataDueAt, platform.clock.now())}`
          : 'Your seller details are complete, so nothing else changes for you.',
        'If you’re a private seller, reply to this email.',
      ],
      button: { label: 'Add seller details', url: `${platform.config.appUrl}/settings/seller` },
    },
  });
}
