import { mailMember } from '#features/notifications/index.server.ts';
import type { Platform } from '#platform/platform.ts';
import { presentOrder } from '../queries/order.present.server.ts';
import { findOrder } from '../queries/orders.queries.server.ts';
import { writeOrderEmail } from './order.email-texts.ts';
import { type OrderEmail, orderEmailNames, orderEmails } from './order.emails.ts';

/**
 * Writes to the sides of an order about one thing that happened to it. What the letter says is read now, and what has
 * been overtaken since is not sent. Each letter has the event's own Message-ID, so that running again sends only what
 * is missing.
 */
export async function mailUpdates(
  platform: Platform,
  orderId: string,
  version: number,
  emails: readonly OrderEmail[],
): Promise<void> {
  const full = await findOrder(platform.db, orderId);
  if (!full) return;
  for (const email of emails) {
    const rule = orderEmails[email];
    if (rule.while && !rule.while.includes(full.order.status)) continue;
    const userId = rule.to === 'buyer' ? full.order.buyerId : full.order.sellerId;
    const order = presentOrder(full, userId, platform.clock.now());
    await mailMember(platform, {
      userId,
      kind: rule.kind,
      messageId: `order-${email.replaceAll('_', '-')}-${orderId}-${version}`,
      email: writeOrderEmail(email, order, `${platform.config.appUrl}/orders/${orderId}`),
    });
  }
}

/** What an event asks for; a letter that this version does not write is left out. */
export function emailsOf(asked: readonly string[]): OrderEmail[] {
  return orderEmailNames.filter((name) => asked.includes(name));
}
