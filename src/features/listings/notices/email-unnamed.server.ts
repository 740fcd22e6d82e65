import { aboutAccount, mailMember } from '#features/notifications/index.server.ts';
import { formatNumber } from '#kernel/format.ts';
import type { Platform } from '#platform/platform.ts';

const kind = aboutAccount('You get this because an operator of this market decided something about your account.');

/** Emails a seller that their listings are paused until they submit their identity. */
export async function mailUnnamed(
  platform: Platform,
  { sellerId, paused, at }: { sellerId: string; paused: number; at: string },
): Promise<void> {
  await mailMember(platform, {
    userId: sellerId,
    kind,
    messageId: `trader-unnamed-${sellerId}-${Date.parse(at)}`,
    email: {
      subject: paused === 1 ? 'Your listing is paused' : `Your ${formatNumber(paused)} listings are paused`,
      paragraphs: [
        'You were marked as a trader, and the time to say what buyers must be shown of a trader is over.',
        'What you have for sale is paused. It is back by itself as soon as you have said who sells, and orders that are placed go on as they are.',
        'If you sell as a private person, answer to this mail.',
      ],
      button: { label: 'Add seller details', url: `${platform.config.appUrl}/settings/seller` },
    },
  });
}
