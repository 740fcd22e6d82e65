import Stripe from 'stripe';
import { type Currency, currencies, type Money, money } from '#kernel/numbers/money.ts';
import { badCursor, type Page } from '#kernel/numbers/paging.ts';
import { notFound } from '#kernel/refusal.ts';
import { noSubscription } from '#kernel/specified-texts.ts';
import { dayMs, hourMs, minuteMs } from '#kernel/time.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import type { Bill, PremiumPrice } from '../contract.ts';
import { findSubscription } from '../subscription/subscription-record.server.ts';
import { callOptions, callStripe, countStripeCall } from './stripe-call.server.ts';

const cacheKey = 'tiers.premium-price';
const priceLifeMs = hourMs;
const retryAfterMs = minuteMs / 2;
const billsPage = 24;

interface CachedPrice {
  value: PremiumPrice | null;
  /** When Stripe is called again. */
  againMs: number;
}

/**
 * The price of premium, as Stripe charges it; cached for an hour. While Stripe does not answer it is the last known
 * price, or null, and Stripe is not called for half a minute: not every visitor of the page must wait for it.
 */
export async function premiumPrice(platform: Platform): Promise<PremiumPrice | null> {
  const nowMs = platform.clock.now().getTime();
  const cached = platform.cache.find<CachedPrice>(cacheKey, nowMs);
  if (cached && cached.againMs > nowMs) return cached.value;
  const started = platform.cache.begin();
  const keep = (value: PremiumPrice | null, lifeMs: number) => {
    const entry = {
      value: { value, againMs: nowMs + lifeMs } satisfies CachedPrice,
      bytes: 200,
      tags: [],
      expiresAtMs: nowMs + dayMs,
    };
    platform.cache.store(cacheKey, entry, started);
    return value;
  };
  try {
    return keep(await readPrice(platform), priceLifeMs);
  } catch (error) {
    platform.log.warn('the price of premium is not known', { error });
    return keep(cached?.value ?? null, retryAfterMs);
  }
}

async function readPrice({ payments, config }: Platform): Promise<PremiumPrice> {
  const said = await payments.stripe.prices.retrieve(config.stripe.premiumPriceId, undefined, {
    timeout: 2_000,
    maxNetworkRetries: 0,
  });
  const price = moneyOf(said.unit_amount, said.currency);
  const interval = (['month', 'year'] as const).find((known) => known === said.recurring?.interval);
  if (!price || !interval) throw new Error('it is not a monthly or yearly amount in a currency of the market');
  return { price, interval, taxIncluded: said.tax_behavior === 'inclusive' };
}

/**
 * The URL of Stripe's portal, where the card is changed, the plan canceled or resumed, and invoices are read. Refuses a
 * member who never had a bill (404).
 */
export async function openPortal(platform: Platform, actor: Pick<Actor, 'id'>): Promise<{ url: string }> {
  const customer = await customerOf(platform, actor.id);
  if (!customer) throw notFound(noSubscription);
  await countStripeCall(platform, actor.id);
  // With this parameter the page reads Stripe itself: changes show at once, without waiting for webhooks.
  const return_url = `${platform.config.appUrl}/settings/subscription?from=billing`;
  const { url } = await callStripe(platform, 'opening the portal', (stripe) =>
    stripe.billingPortal.sessions.create({ customer, return_url }, callOptions),
  );
  return { url };
}

/**
 * The member's bills, newest first, two years of monthly ones at a time. `after` is the last bill of the page before;
 * one that is not a bill of theirs is refused (422).
 */
export async function listBills(platform: Platform, actor: Pick<Actor, 'id'>, after?: string): Promise<Page<Bill>> {
  if (after !== undefined && !/^in_\w{1,250}$/.test(after)) throw badCursor();
  const customer = await customerOf(platform, actor.id);
  if (!customer) return { items: [], nextCursor: null };
  await countStripeCall(platform, actor.id);
  const query = { customer, limit: billsPage, ...(after ? { starting_after: after } : {}) };
  const page = await callStripe(platform, 'reading invoices', async ({ invoices }) => {
    try {
      return await invoices.list(query, callOptions);
    } catch (error) {
      if (error instanceof Stripe.errors.StripeInvalidRequestError && error.param === 'starting_after') return null;
      throw error;
    }
  });
  if (!page) throw badCursor();
  return {
    items: page.data.flatMap((invoice) => presentBill(invoice) ?? []),
    nextCursor: page.has_more ? (page.data.at(-1)?.id ?? null) : null,
  };
}

/**
 * A member's newest bill, for an admin: a short timeout when Stripe is slow, and counted against the admin's own limit.
 * Null without one; a refusal (503, 429) while it can't be known.
 */
export async function newestBill(platform: Platform, userId: string, adminId: string): Promise<Bill | null> {
  const customer = await customerOf(platform, userId);
  if (!customer) return null;
  await countStripeCall(platform, adminId);
  const options = { timeout: 2_000, maxNetworkRetries: 0 };
  const { data } = await callStripe(platform, 'reading the newest invoice', (stripe) =>
    stripe.invoices.list({ customer, limit: 5 }, options),
  );
  return data.map(presentBill).find((bill) => bill !== null) ?? null;
}

function presentBill(invoice: Stripe.Invoice): Bill | null {
  const amount = moneyOf(invoice.total, invoice.currency);
  if (!amount || invoice.status === 'draft' || !invoice.status) return null;
  return {
    id: invoice.id,
    number: invoice.number,
    createdAt: new Date(invoice.created * 1000).toISOString(),
    amount,
    status: (['paid', 'open', 'void'] as const).find((known) => known === invoice.status) ?? 'closed',
    url: invoice.hosted_invoice_url ?? null,
  };
}

async function customerOf(platform: Platform, userId: string): Promise<string | null> {
  return (await findSubscription(platform.db, userId))?.stripeCustomerId ?? null;
}

export function moneyOf(amount: number | null, code: string): Money | null {
  const currency = currencies.find((known): known is Currency => known.toLowerCase() === code);
  return currency === undefined || amount === null ? null : money(amount, currency);
}
