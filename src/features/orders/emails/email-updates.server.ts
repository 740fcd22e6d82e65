import { mailMember } from '#features/notifications/index.server.ts';
import type { Platform } from '#platform/platform.ts';
import { presentOrder } from '../queries/order.present.server.ts';
import { findOrder } from '../queries/orders.queries.server.ts';
import { writeOrderLetter } from './order.email-texts.ts';
import { type OrderLetter, orderLetterNames, orderLetters } from './order.emails.ts';

/**
 * Writes to the sides of an order about one thing that happened to it. What the letter says is read now, and what has been overtaken since is not sent.
 * Each letter has the event's own Message-ID, so that running again sends only what is missing.
 */
export async function mailNews(platform: Platform, orderId: string, version: number, letters: readonly OrderLetter[]): Promise<void> {
  const full = await findOrder(platform.db, orderId);
  if (!full) return;
  for (const letter of letters) {
    const rule = orderLetters[letter];
    if (rule.while && !rule.while.includes(full.order.status)) continue;
    const userId = rule.to === 'buyer' ? full.order.buyerId : full.order.sellerId;
    const order = presentOrder(full, userId, platform.clock.now());
    await mailMember(platform, {
      userId,
      kind: rule.kind,
      messageId: `order-${letter.replaceAll('_', '-')}-${orderId}-${version}`,
      letter: writeOrderLetter(letter, order, `${platform.config.appUrl}/orders/${orderId}`),
    });
  }
}

/** What an event asks for; a letter that this version does not write is left out. */
export function lettersOf(asked: readonly string[]): OrderLetter[] {
  return orderLetterNames.filter((name) => asked.includes(name));
}
