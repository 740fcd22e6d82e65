import { aboutAccount, mailMember } from '#features/notifications/index.server.ts';
import { plural } from '#kernel/format.ts';
import type { Platform } from '#platform/platform.ts';

const kind = aboutAccount('You’re receiving this email because we made a decision about your account.');

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
      subject: plural(paused, { one: '# listing paused', other: '# listings paused' }),
      paragraphs: [
        'We paused your listings because you’re a professional seller without complete seller details.',
        'Add the details to resume your listings automatically. Existing orders aren’t affected.',
        'If you’re a private seller, reply to this email.',
      ],
      button: { label: 'Add seller details', url: `${platform.config.appUrl}/settings/seller` },
    },
  });
}
