import { aboutAccount, mailMember } from '#features/notifications/index.server.ts';
import type { Platform } from '#platform/platform.ts';
import { missingOf, neededOfTrader } from './model/trader.rules.ts';
import { untilWhen } from './model/until-when.ts';
import { findStatus } from './trader-status.queries.server.ts';

const kind = aboutAccount('You get this because an operator of this market decided something about your account.');

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
      subject: 'You are marked as a trader',
      paragraphs: [
        'An operator of this market says that you sell here as a trader: your name carries that from now on.',
        `Why: ${reason}`,
        missing.length > 0
          ? `Buyers must be shown who sells to them. Missing: ${missing.join(', ')}. Nothing more goes up for sale until it is there. ${untilWhen(row.dataDueAt, platform.clock.now())}`
          : 'What a trader must show is there already, so nothing else changes for you.',
        'If you sell as a private person, answer to this mail.',
      ],
      button: { label: 'Add seller details', url: `${platform.config.appUrl}/settings/seller` },
    },
  });
}
