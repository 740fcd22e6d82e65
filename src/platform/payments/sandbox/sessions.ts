import * as z from 'zod';
import { premiumPrice, premiumProduct } from './billing/prices.ts';
import { badParam } from './errors.ts';
import { type LineItem, objectId, type Session } from './objects.ts';
import type { Form } from './pages/form.ts';
import { metadata, readParams, whole } from './params.ts';

const halfHour = 30 * 60;
const day = 24 * 3600;
const currency = z
  .string()
  .regex(/^[a-zA-Z]{3}$/)
  .transform((code) => code.toLowerCase());

const lineItem = z.strictObject({
  quantity: whole.min(1).max(999_999),
  price_data: z.strictObject({
    currency,
    unit_amount: whole.min(0).max(99_999_999),
    product_data: z.strictObject({
      name: z.string().min(1).max(250),
      description: z.string().max(500).optional(),
      images: z.array(z.url()).max(8).optional(),
      metadata: metadata.optional(),
    }),
  }),
});

const shippingOption = z.strictObject({
  shipping_rate_data: z.strictObject({
    type: z.literal('fixed_amount'),
    display_name: z.string().min(1).max(100),
    fixed_amount: z.strictObject({ amount: whole.min(0), currency }),
  }),
});

const text = z.string().min(1);
const shippedTo = z.strictObject({
  name: text,
  address: z.strictObject({
    line1: text,
    line2: text.optional(),
    city: text.optional(),
    state: text.optional(),
    postal_code: text.optional(),
    country: z.string().length(2).optional(),
  }),
});

/** Stripe's minimum charges in minor units; 50 for other currencies. */
const smallest: Record<string, number> = { gbp: 30, sek: 300, nok: 300, dkk: 250, jpy: 50 };

const createParams = z.strictObject({
  mode: z.literal('payment'),
  line_items: z.array(lineItem).min(1).max(100),
  success_url: z.url(),
  cancel_url: z.url().optional(),
  client_reference_id: z.string().max(200).optional(),
  customer_email: z.email().optional(),
  expires_at: whole.optional(),
  metadata: metadata.optional(),
  payment_intent_data: z
    .strictObject({
      metadata: metadata.optional(),
      description: z.string().max(1000).optional(),
      transfer_group: z.string().min(1).optional(),
      shipping: shippedTo.optional(),
    })
    .optional(),
  shipping_address_collection: z.strictObject({ allowed_countries: z.array(z.string().length(2)).min(1) }).optional(),
  shipping_options: z.array(shippingOption).max(5).optional(),
  submit_type: z.enum(['auto', 'pay', 'book', 'donate', 'send']).optional(),
  locale: z.string().optional(),
  allowed_payment_method_types: z.array(z.literal('card')).optional(),
  expand: z.array(z.string()).optional(),
});

const subscribeParams = z.strictObject({
  mode: z.literal('subscription'),
  line_items: z.array(z.strictObject({ price: z.string(), quantity: z.literal('1').optional() })).length(1),
  success_url: z.url(),
  cancel_url: z.url().optional(),
  client_reference_id: z.string().max(200).optional(),
  customer: z.string(),
  expires_at: whole.optional(),
  metadata: metadata.optional(),
  subscription_data: z.strictObject({ metadata: metadata.optional() }).optional(),
  locale: z.string().optional(),
  expand: z.array(z.string()).optional(),
});

export interface BuildOptions {
  now: number;
  hostedUrl(id: string): string;
  /** The only recurring price. */
  priceId: string;
}

/** A new session of `POST /v1/checkout/sessions`. Reads nothing, so that one statement can store it. */
export function buildSession(form: Form, options: BuildOptions): Session {
  return form.mode === 'subscription' ? buildSubscribing(form, options) : buildPaying(form, options);
}

function buildSubscribing(form: Form, { now, hostedUrl, priceId }: BuildOptions): Session {
  const params = readParams(subscribeParams, form);
  const requested = params.line_items[0]?.price ?? '';
  if (requested !== priceId)
    throw badParam('line_items[0][price]', `No such price: '${requested}'`, 'resource_missing');
  const { unit_amount: amount, currency: inUse, product } = premiumPrice(priceId);
  const item: LineItem = {
    id: objectId('li'),
    object: 'item',
    description: String(premiumProduct.name),
    quantity: 1,
    amount_subtotal: amount,
    amount_total: amount,
    currency: inUse,
    price: { id: priceId, object: 'price', currency: inUse, unit_amount: amount, type: 'recurring', product },
  };
  return {
    ...openSession(objectId('cs_test'), now, endOf(params.expires_at, now), params, hostedUrl),
    mode: 'subscription',
    amount_subtotal: amount,
    amount_total: amount,
    currency: inUse,
    customer: params.customer,
    customer_email: null,
    shipping_address_collection: null,
    shipping_cost: null,
    sandbox: {
      lineItems: [item],
      shippingName: null,
      intent: { metadata: {}, description: 'Subscription creation', transfer_group: null, shipping: null },
      subscription: { price: priceId, metadata: params.subscription_data?.metadata ?? {} },
    },
  };
}

function endOf(wish: number | undefined, now: number): number {
  const expiresAt = wish ?? now + day;
  if (expiresAt < now + halfHour) {
    throw badParam(
      'expires_at',
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
    );
  }
  if (expiresAt > now + day) {
    throw badParam(
      'expires_at',
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
    );
  }
  return expiresAt;
}

type SessionParams = Pick<
  z.infer<typeof subscribeParams>,
  'success_url' | 'cancel_url' | 'client_reference_id' | 'metadata'
>;

/** Fields of both modes. */
function openSession(
  id: string,
  now: number,
  expiresAt: number,
  params: SessionParams,
  hostedUrl: (id: string) => string,
) {
  return {
    id,
    object: 'checkout.session' as const,
    created: now,
    status: 'open' as const,
    payment_status: 'unpaid' as const,
    expires_at: expiresAt,
    success_url: params.success_url,
    cancel_url: params.cancel_url ?? null,
    url: hostedUrl(id),
    client_reference_id: params.client_reference_id ?? null,
    customer_details: null,
    collected_information: null,
    payment_intent: null,
    payment_method_types: ['card'],
    subscription: null,
    invoice: null,
    ui_mode: 'hosted_page',
    metadata: params.metadata ?? {},
    livemode: false as const,
  };
}

function buildPaying(form: Form, { now, hostedUrl }: BuildOptions): Session {
  const params = readParams(createParams, form);
  const expiresAt = endOf(params.expires_at, now);
  const items = params.line_items.map(toLineItem);
  const inUse = items[0]?.currency ?? 'usd';
  if (items.some((item) => item.currency !== inUse))
    throw badParam('line_items', 'All line items must have the same currency.');
  if (params.shipping_address_collection && params.payment_intent_data?.shipping)
    throw badParam(
      'payment_intent_data[shipping]',
      'You cannot set `payment_intent_data[shipping]` and collect a shipping address at the same time.',
    );
  const shipping = params.shipping_options?.[0]?.shipping_rate_data;
  if (shipping && shipping.fixed_amount.currency !== inUse)
    throw badParam('shipping_options', 'Shipping must be in the currency of the line items.');
  const subtotal = items.reduce((sum, item) => sum + item.amount_total, 0);
  const total = subtotal + (shipping?.fixed_amount.amount ?? 0);
  if (total < (smallest[inUse] ?? 50)) {
    throw badParam(
      'line_items',
      'The total amount due must be large enough for a card payment (about $0.50).',
      'amount_too_small',
    );
  }
  if (total > 99_999_999)
    throw badParam('line_items', 'The total amount due must be no more than 999,999.99.', 'amount_too_large');
  return {
    ...openSession(objectId('cs_test'), now, expiresAt, params, hostedUrl),
    mode: params.mode,
    amount_subtotal: subtotal,
    amount_total: total,
    currency: inUse,
    customer: null,
    customer_email: params.customer_email ?? null,
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    shipping_address_collection: params.shipping_address_collection ?? null,
    shipping_cost: shipping
      ? {
          amount_subtotal: shipping.fixed_amount.amount,
          amount_tax: 0,
          amount_total: shipping.fixed_amount.amount,
          shipping_rate: null,
        }
      : null,
    sandbox: {
      lineItems: items,
      shippingName: shipping?.display_name ?? null,
      intent: {
        metadata: params.payment_intent_data?.metadata ?? {},
        description: params.payment_intent_data?.description ?? null,
        transfer_group: params.payment_intent_data?.transfer_group ?? null,
        shipping: params.payment_intent_data?.shipping ?? null,
      },
    },
  };
}

function toLineItem(item: z.infer<typeof lineItem>): LineItem {
  const { currency: code, unit_amount: unit, product_data: product } = item.price_data;
  return {
    id: objectId('li'),
    object: 'item',
    description: product.name,
    quantity: item.quantity,
    amount_subtotal: unit * item.quantity,
    amount_total: unit * item.quantity,
    currency: code,
    price: {
      id: objectId('price'),
      object: 'price',
      currency: code,
      unit_amount: unit,
      type: 'one_time',
      product: objectId('prod'),
    },
  };
}
