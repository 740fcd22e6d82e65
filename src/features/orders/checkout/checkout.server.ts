import type Stripe from 'stripe';
import * as z from 'zod';
import { conflict, Refusal } from '#kernel/refusal.ts';
import { addMs } from '#kernel/time.ts';
import type { Platform } from '#platform/platform.ts';
import { orderRefusals } from '../contract.ts';
import type { OrderStatus } from '../model/order.process.ts';
import type { OrderItemRow, OrderRow } from '../model/order.tables.ts';
import { orderTimes } from '../model/order.times.ts';

/** A person waits for this call: two tries of four seconds, then a clear answer. */
const callOptions = { timeout: 4_000, maxNetworkRetries: 1 };

/** Countries that cards can be sent to. Stripe collects the address on its page and requires the list. */
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

/** Stripe refuses a whole page for an address that it cannot read, so a rare one is left for its buyer to type. */
const plainEmail = z.email();

/**
 * When Stripe itself closes the page: shortly after the hold, or, of a hold that lasts as long as an accepted offer,
 * when the longest life of a page is over.
 */
export function checkoutEnd({ holdExpiresAt, createdAt }: Pick<OrderRow, 'holdExpiresAt' | 'createdAt'>): Date {
  const afterHold = addMs(holdExpiresAt, orderTimes.sessionSlackMs);
  const longest = addMs(createdAt, orderTimes.sessionAtMostMs);
  return afterHold < longest ? afterHold : longest;
}

type Item = Pick<OrderItemRow, 'title' | 'quantity' | 'priceAmount'>;

/**
 * Opens the hosted page of an order and stores its address. Refuses with 503 when Stripe does not answer or refuses the
 * call, and with 409 when the order was canceled meanwhile: the job that the cancellation enqueued closes the page.
 */
export async function openCheckout(
  platform: Platform,
  order: OrderRow,
  items: readonly Item[],
  buyerEmail: string | null,
): Promise<string> {
  const session = await makeSession(platform, order, items, buyerEmail).catch((error: unknown) => {
    platform.log.error('a checkout could not be opened', { orderId: order.id, error });
    throw paymentUnavailable();
  });
  if (!session.url) throw paymentUnavailable();
  if ((await keepSession(platform, order.id, session)) !== 'pending_payment')
    throw conflict(
      orderRefusals.wrongState,
      'This order was cancelled while its payment page was opening. You weren’t charged.',
    );
  return session.url;
}

/**
 * Has Stripe make the one page of an order. The key was stored with the order, so that a repeated call is the same
 * request to Stripe: it answers the page that there is, and there is only ever one that can be paid. (Where the buyer's
 * email changed in between, Stripe refuses the call as another one, and the first page ends by its own time.) Throws
 * Stripe's own errors.
 */
export async function makeSession(
  platform: Platform,
  order: OrderRow,
  items: readonly Item[],
  buyerEmail: string | null,
): Promise<Stripe.Checkout.Session> {
  const currency = order.currency.toLowerCase();
  const metadata = { orderId: order.id };
  const page = `${platform.config.appUrl}/orders/${order.id}`;
  const email = plainEmail.safeParse(buyerEmail).data;
  return platform.payments.stripe.checkout.sessions.create(
    {
      mode: 'payment',
      // A card payment succeeds or fails at once; payment methods that settle days later would outlive every hold.
      allowed_payment_method_types: ['card'],
      client_reference_id: order.id,
      ...(email && { customer_email: email }),
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
}

// The order's row lock serializes this with a cancellation: it either finds this page, or this query finds it canceled.
const keepText = `
  with mine as (select id, status from orders where id = $1 for share)
  update payment set session_id = $2, session_url = $3 from mine where order_id = mine.id returning mine.status`;

/** Stores an order's session; returns the order's status, which may have changed meanwhile. */
export async function keepSession(
  platform: Platform,
  orderId: string,
  { id, url }: Stripe.Checkout.Session,
): Promise<OrderStatus | undefined> {
  const { rows } = await platform.pool.query<{ status: OrderStatus }>({
    name: 'orders-keep-session',
    text: keepText,
    values: [orderId, id, url],
  });
  return rows[0]?.status;
}

function paymentUnavailable(): Refusal {
  return new Refusal(
    503,
    orderRefusals.paymentUnavailable,
    'We couldn’t reach our payment provider. You weren’t charged and the card isn’t reserved. Try again in a minute.',
    { retryAfterSeconds: 30 },
  );
}
