import { mailMember } from '#features/notifications/index.server.ts';
import type { Row } from '#platform/mail/email.ts';
import type { Platform } from '#platform/platform.ts';
import { withdrawUrl } from '../cases/withdraw-by-link.server.ts';
import type { Order } from '../contract.ts';
import { presentOrder } from '../queries/order.present.server.ts';
import { findOrder } from '../queries/orders.queries.server.ts';
import { writeOrderEmail } from './order.email-texts.ts';
import { type OrderEmail, orderEmailNames, orderEmails } from './order.emails.ts';

/**
 * Emails the sides of an order about one change. The order is read now, and an email that is outdated is not sent. Each
 * email has a Message-ID derived from the event, so that a repeated run sends only what is missing.
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
    const text = writeOrderEmail(email, order, `${platform.config.appUrl}/orders/${orderId}`);
    const rows = email === 'receipt' ? withdrawRows(platform, order) : [];
    await mailMember(platform, {
      userId,
      kind: rule.kind,
      messageId: `order-${email.replaceAll('_', '-')}-${orderId}-${version}`,
      email: { ...text, rows: [...(text.rows ?? []), ...rows] },
    });
  }
}

/** For a trader's sale: the page to withdraw on, which needs no account. */
export function withdrawRows(platform: Pick<Platform, 'config'>, order: Order): Row[] {
  return order.soldBy?.kind === 'trader'
    ? [['Withdraw from contract', 'Open the withdrawal page', withdrawUrl(platform, order.id)]]
    : [];
}

/** The emails of an event; kinds that this version does not know are left out. */
export function emailsOf(keys: readonly string[]): OrderEmail[] {
  return orderEmailNames.filter((name) => keys.includes(name));
}
