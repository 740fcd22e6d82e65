import type Stripe from 'stripe';
import * as z from 'zod';
import { plural } from '#kernel/format.ts';
import { conflict, Refusal } from '#kernel/refusal.ts';
import { deletedName } from '#kernel/specified-texts.ts';
import { addMs } from '#kernel/time.ts';
import type { Platform } from '#platform/platform.ts';
import { type Address, orderRefusals } from '../contract.ts';
import type { OrderRow } from '../model/order.tables.ts';
import { orderTimes } from '../model/order.times.ts';
import type { PurchaseStatus } from '../purchase/purchase.process.ts';
import type { PurchaseRow } from '../purchase/purchase.tables.ts';
import type { FullOrder } from '../queries/order.present.server.ts';
import { shipTo } from './ship-to.ts';

/** A person waits for this call: two tries of four seconds, then a clear answer. */
const callOptions = { timeout: 4_000, maxNetworkRetries: 1 };

/** Stripe takes a hundred lines. */
const mostLines = 100;

/** The name of the one request that opens a purchase's page: purchase and attempt. */
export function checkoutKey(purchaseId: string): string {
  return `purchase-${purchaseId}-1`;
}

/** Stripe refuses a whole page for an address that it cannot read, so a rare one is left for its buyer to type. */
const plainEmail = z.email();

/**
 * When Stripe itself closes the page: shortly after the hold, or, of a hold that lasts as long as an accepted offer,
 * when the longest life of a page is over.
 */
export function checkoutEnd({ holdExpiresAt, createdAt }: Pick<PurchaseRow, 'holdExpiresAt' | 'createdAt'>): Date {
  const afterHold = addMs(holdExpiresAt, orderTimes.sessionSlackMs);
  const longest = addMs(createdAt, orderTimes.sessionAtMostMs);
  return afterHold < longest ? afterHold : longest;
}

/** What the page needs of a purchase. */
export interface Payable {
  paid: PurchaseRow;
  placed: readonly Pick<FullOrder, 'order' | 'items'>[];
}

interface Sides {
  sides: ReadonlyMap<string, { username: string }>;
  buyerEmail: string | null;
}

/**
 * Opens the hosted page of a purchase and stores its address. Refuses with 503 when Stripe does not answer or refuses
 * the call, and with 409 when the purchase was canceled meanwhile: the job that the cancellation enqueued closes the
 * page.
 */
export async function openCheckout(platform: Platform, payable: Payable, sides: Sides): Promise<string> {
  const purchaseId = payable.paid.id;
  const session = await makeSession(platform, payable, sides).catch((error: unknown) => {
    platform.log.error('a checkout could not be opened', { purchaseId, error });
    throw paymentUnavailable();
  });
  if (!session.url) throw paymentUnavailable();
  if ((await keepSession(platform, purchaseId, session)) !== 'open')
    throw conflict(
      orderRefusals.wrongState,
      'This purchase was cancelled while its payment page was opening. You weren’t charged.',
    );
  return session.url;
}

/**
 * Has Stripe make the one page of a purchase. The key was stored with the purchase, so that a repeated call is the same
 * request to Stripe: it answers the page that there is, and there is only ever one that can be paid. (Where the buyer's
 * email changed in between, Stripe refuses the call as another one, and the first page ends by its own time.) Throws
 * Stripe's own errors.
 */
export async function makeSession(
  platform: Platform,
  payable: Payable,
  { sides, buyerEmail }: Sides,
): Promise<Stripe.Checkout.Session> {
  const { paid, placed } = payable;
  const [only, ...others] = placed;
  const isOne = only !== undefined && others.length === 0;
  // `orderId`: for people who read the payment in Stripe's dashboard.
  const metadata = { purchaseId: paid.id, ...(isOne && { orderId: only.order.id }) };
  const page = `${platform.config.appUrl}/${isOne ? `orders/${only.order.id}` : `purchases/${paid.id}`}`;
  const email = plainEmail.safeParse(buyerEmail).data;
  const shipping = shippingOf(placed[0]?.order.address);
  return platform.payments.stripe.checkout.sessions.create(
    {
      mode: 'payment',
      // A card payment succeeds or fails at once; payment methods that settle days later would outlive every hold.
      allowed_payment_method_types: ['card'],
      client_reference_id: paid.id,
      ...(email && { customer_email: email }),
      ...(isOne && only.items.length < mostLines ? cardLines(only) : sellerLines(placed, sides)),
      ...(!shipping && { shipping_address_collection: { allowed_countries: paid.shipTo ?? [...shipTo] } }),
      expires_at: Math.floor(checkoutEnd(paid).getTime() / 1000),
      metadata,
      payment_intent_data: { metadata, transfer_group: paid.id, ...(shipping && { shipping }) },
      success_url: `${page}?checkout=done`,
      cancel_url: `${page}?checkout=canceled`,
    },
    { ...callOptions, idempotencyKey: paid.idempotencyKey },
  );
}

/** The address of the orders. Where the buyer has chosen one before, the page asks for none. */
function shippingOf(
  address: Address | null | undefined,
): Stripe.Checkout.SessionCreateParams.PaymentIntentData.Shipping | null {
  if (!address) return null;
  const { name, line1, line2, city, state, postalCode, country } = address;
  const known = { line1, line2, city, state, postal_code: postalCode, country };
  return { name, address: { line1, ...Object.fromEntries(Object.entries(known).filter(([, part]) => part)) } };
}

type Lines = Pick<Stripe.Checkout.SessionCreateParams, 'line_items' | 'shipping_options'>;

/** The cards of the only order, and its shipping. */
function cardLines({ order, items }: Payable['placed'][number]): Lines {
  const currency = order.currency.toLowerCase();
  const cards = items.map(({ title, quantity, priceAmount }) => ({
    quantity,
    price_data: { currency, unit_amount: priceAmount, product_data: { name: title } },
  }));
  const { shippingName, shippingAmount } = order;
  // A page that asks for no address shows the shipping as a line.
  if (order.address) return { line_items: [...cards, ...(shippingAmount > 0 ? [shippingLine(order)] : [])] };
  const rate = (name: string) => ({
    shipping_rate_data: {
      type: 'fixed_amount' as const,
      display_name: name,
      fixed_amount: { amount: shippingAmount, currency },
    },
  });
  return { line_items: cards, ...(shippingName !== null && { shipping_options: [rate(shippingName.slice(0, 100))] }) };
}

/** Two lines a seller, cards and shipping: a page takes up to 100. */
function sellerLines(placed: Payable['placed'], sides: Sides['sides']): Lines {
  return {
    line_items: placed.flatMap(({ order, items }) => {
      const seller = sides.get(order.sellerId)?.username ?? deletedName;
      const copies = items.reduce((sum, { quantity }) => sum + quantity, 0);
      const cards = plural(copies, { one: `# card from ${seller}`, other: `# cards from ${seller}` });
      const shipped = order.shippingAmount > 0 ? [lineOf(order, `Shipping from ${seller}`, order.shippingAmount)] : [];
      return [lineOf(order, cards, order.itemsAmount), ...shipped];
    }),
  };
}

const lineOf = (order: OrderRow, name: string, amount: number) => ({
  quantity: 1,
  price_data: { currency: order.currency.toLowerCase(), unit_amount: amount, product_data: { name } },
});

const shippingLine = (order: OrderRow) => lineOf(order, `Shipping: ${order.shippingName}`, order.shippingAmount);

// The update takes the row's lock: a cancellation either finds this page, or this finds the purchase canceled.
const keepText = 'update purchase set session_id = $2, session_url = $3 where id = $1 returning status';

/** Stores a purchase's session; returns the purchase's status, which may have changed meanwhile. */
export async function keepSession(
  platform: Platform,
  purchaseId: string,
  { id, url }: Stripe.Checkout.Session,
): Promise<PurchaseStatus | undefined> {
  const { rows } = await platform.pool.query<{ status: PurchaseStatus }>({
    name: 'orders-keep-session',
    text: keepText,
    values: [purchaseId, id, url],
  });
  return rows[0]?.status;
}

function paymentUnavailable(): Refusal {
  return new Refusal(
    503,
    orderRefusals.paymentUnavailable,
    'We couldn’t reach our payment provider. You weren’t charged and nothing is reserved. Try again in a minute.',
    { retryAfterSeconds: 30 },
  );
}
