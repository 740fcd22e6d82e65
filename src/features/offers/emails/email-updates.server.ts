import { mailMember } from '#features/notifications/index.server.ts';
import { formatMoney } from '#kernel/numbers/money.ts';
import type { Platform } from '#platform/platform.ts';
import { findFull } from '../queries/find-offer.server.ts';
import { presentOffer } from '../queries/offer.present.server.ts';
import { pageOfOffer } from './notify-sides.server.ts';
import { type OfferEmail, offerEmailNames, offerEmails, offerMails } from './offer.emails.ts';

/**
 * Writes to the sides of an offer about what happened to it; what has been overtaken since is not sent. Running again
 * sends only what is missing.
 */
export async function mailUpdates(
  platform: Platform,
  offerId: string,
  version: number,
  emails: readonly OfferEmail[],
): Promise<void> {
  const now = platform.clock.now();
  const full = await findFull(platform.db, offerId, now);
  if (!full) return;
  for (const name of emails) {
    const email = offerEmails[name];
    if (email.while !== null && email.while !== full.offer.status) continue;
    const isBuyer = email.to(full.offer.madeBy) === 'buyer';
    const userId = isBuyer ? full.offer.buyerId : full.offer.sellerId;
    const offer = presentOffer(full, userId, now);
    await mailMember(platform, {
      userId,
      kind: email.kind ?? offerMails,
      messageId: `offer-${name.replaceAll('_', '-')}-${offerId}-${version}`,
      email: {
        subject: email.title({ sum: formatMoney(offer.amount), name: offer.title }),
        paragraphs: email.paragraphs(offer),
        button: {
          label: 'View offers',
          url: `${platform.config.appUrl}${pageOfOffer(offerId, isBuyer ? 'buyer' : 'seller')}`,
        },
      },
    });
  }
}

/** The emails of an event; kinds that this version does not know are left out. */
export function emailsOf(keys: readonly string[]): OfferEmail[] {
  return offerEmailNames.filter((name) => keys.includes(name));
}
