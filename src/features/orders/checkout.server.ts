import { Refusal } from '#kernel/refusal.ts';
import { addMs } from '#kernel/time.ts';
import type { Platform } from '#platform/platform.ts';
import { orderRefusals } from './contract.ts';
import type { OrderItemRow, OrderRow } from './order.tables.ts';
import { orderTimes } from './order.times.ts';

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

/** The name of the one request that opens an order's page: order and attempt. */
export function checkoutKey(orderId: string): string {
  return `order-${orderId}-1`;
}

/** When Stripe itself closes the page. */
export function checkoutEnd(order: Pick<OrderRow, 'holdExpiresAt'>): Date {
  return addMs(order.holdExpiresAt, orderTimes.sessionSlackMs);
}

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
        expires_at: Math.floor(checkoutEnd(order).getTime() / 1000),
        metadata,
        payment_intent_data: { metadata },
        success_url: `${page}?checkout=done`,
        cancel_url: `${page}?checkout=canceled`,
      },
      { ...callOptions, idempotencyKey: checkoutKey(order.id) },
    );
  } catch (error) {
    platform.log.error('a checkout could not be opened', { orderId: order.id, error });
    throw paymentUnavailable();
  }
  if (!session.url) throw paymentUnavailable();
  const keep = 'update payment set session_id = $2, session_url = $3 where order_id = $1';
  await platform.pool.query({ name: 'orders-keep-session', text: keep, values: [order.id, session.id, session.url] });
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
