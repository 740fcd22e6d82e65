import { sql } from 'drizzle-orm';
import { Refusal } from '#kernel/refusal.ts';
import { addMs } from '#kernel/time.ts';
import type { Platform } from '#platform/platform.ts';
import { orderRefusals } from './contract.ts';
import { orderTimes } from './order.process.ts';
import type { OrderItemRow, OrderRow } from './order.tables.ts';

/** A person waits for this call: two tries of four seconds, then a clear answer. */
const callOptions = { timeout: 4_000, maxNetworkRetries: 1 };

/** Where a card can be sent. Stripe asks for the address on its page and wants the countries named. */
const shipTo = [
  'AT',
  'AU',
  'BE',
  'BG',
  'CA',
  'CH',
  'CY',
  'CZ',
  'DE',
  'DK',
  'EE',
  'ES',
  'FI',
  'FR',
  'GB',
  'GR',
  'HR',
  'HU',
  'IE',
  'IS',
  'IT',
  'JP',
  'LI',
  'LT',
  'LU',
  'LV',
  'MT',
  'NL',
  'NO',
  'NZ',
  'PL',
  'PT',
  'RO',
  'SE',
  'SG',
  'SI',
  'SK',
  'US',
] as const; // prettier-ignore

type Item = Pick<OrderItemRow, 'title' | 'quantity' | 'priceAmount'>;

/**
 * Opens the hosted page of an order and keeps its address. The key was stored with the order, so that a repeated call is the same request to
 * Stripe and there is only ever one session that can be paid. Refuses with 503 when Stripe does not answer or does not want it.
 */
export async function openCheckout(platform: Platform, order: OrderRow, items: readonly Item[]): Promise<string> {
  const { stripe } = platform.payments;
  const currency = order.currency.toLowerCase();
  const metadata = { orderId: order.id };
  const page = `${platform.config.appUrl}/orders/${order.id}`;
  let session: Awaited<ReturnType<typeof stripe.checkout.sessions.create>>;
  try {
    session = await stripe.checkout.sessions.create(
      {
        mode: 'payment',
        client_reference_id: order.id,
        line_items: items.map((item) => ({
          quantity: item.quantity,
          price_data: { currency, unit_amount: item.priceAmount, product_data: { name: item.title } },
        })),
        ...(order.shippingName === null
          ? {}
          : {
              shipping_options: [
                {
                  shipping_rate_data: {
                    type: 'fixed_amount',
                    display_name: order.shippingName,
                    fixed_amount: { amount: order.shippingAmount, currency },
                  },
                },
              ],
            }),
        shipping_address_collection: { allowed_countries: [...shipTo] },
        expires_at: Math.floor(addMs(order.holdExpiresAt, orderTimes.sessionSlackMs).getTime() / 1000),
        metadata,
        payment_intent_data: { metadata },
        success_url: `${page}?checkout=done`,
        cancel_url: `${page}?checkout=canceled`,
      },
      { ...callOptions, idempotencyKey: `order-${order.id}-1` },
    );
  } catch (error) {
    platform.log.error('a checkout could not be opened', { orderId: order.id, error });
    throw paymentUnavailable();
  }
  if (!session.url) throw paymentUnavailable();
  await platform.db.execute(sql`update payment set session_id = ${session.id}, session_url = ${session.url} where order_id = ${order.id}`);
  return session.url;
}

export function paymentUnavailable(): Refusal {
  return new Refusal(
    503,
    orderRefusals.paymentUnavailable,
    'The payment service does not answer right now. Nothing was charged and nothing is held for you. Try again in a minute.',
    { retryAfterSeconds: 30 },
  );
}
