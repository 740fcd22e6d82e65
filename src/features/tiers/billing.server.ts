import type Stripe from 'stripe';
import { findSubscription } from '#features/accounts/index.server.ts';
import { type Currency, currencies, type Money, money } from '#kernel/money.ts';
import { notFound } from '#kernel/refusal.ts';
import { hourMs } from '#kernel/time.ts';
import type { Actor } from '#platform/identity/actor.ts';
import type { Platform } from '#platform/platform.ts';
import type { Bill, PremiumPrice } from './contract.ts';
import { askStripe, callOptions } from './stripe-call.server.ts';

const cacheKey = 'tiers.premium-price';

/** What premium costs, as Stripe charges it; kept for an hour. Null while Stripe does not answer: a page without a price is better than none. */
export async function premiumPrice(platform: Platform): Promise<PremiumPrice | null> {
  const nowMs = platform.clock.now().getTime();
  const kept = platform.cache.find<PremiumPrice>(cacheKey, nowMs);
  if (kept) return kept;
  const begun = platform.cache.begin();
  try {
    const said = await platform.payments.stripe.prices.retrieve(platform.config.stripe.premiumPriceId, undefined, callOptions);
    const amount = moneyOf(said.unit_amount, said.currency);
    const interval = (['month', 'year'] as const).find((known) => known === said.recurring?.interval);
    if (!amount || !interval) throw new Error('the premium price is not a monthly or yearly amount in a currency of the market');
    const value: PremiumPrice = { price: amount, interval, taxIncluded: said.tax_behavior === 'inclusive' };
    platform.cache.keep(cacheKey, { value, bytes: 200, tags: [], expiresAtMs: nowMs + hourMs }, begun);
    return value;
  } catch (error) {
    platform.log.warn('the price of premium is not known', { error: String(error) });
    return null;
  }
}

/** Leads to Stripe's page where the card is changed, the plan canceled or kept, and invoices are read. Refuses who never had anything to bill (404). */
export async function openPortal(platform: Platform, actor: Pick<Actor, 'id'>): Promise<{ url: string }> {
  const customer = await customerOf(platform, actor.id);
  if (!customer) throw notFound('No subscription information available');
  const return_url = `${platform.config.appUrl}/settings/subscription`;
  const { url } = await askStripe(platform, 'opening the portal', (stripe) =>
    stripe.billingPortal.sessions.create({ customer, return_url }, callOptions),
  );
  return { url };
}

/** The member's bills, newest first: the last two years of monthly ones. */
export async function listBills(platform: Platform, actor: Pick<Actor, 'id'>): Promise<Bill[]> {
  const customer = await customerOf(platform, actor.id);
  if (!customer) return [];
  const { data } = await askStripe(platform, 'reading invoices', (stripe) => stripe.invoices.list({ customer, limit: 24 }, callOptions));
  return data.flatMap((invoice) => presentBill(invoice) ?? []);
}

function presentBill(invoice: Stripe.Invoice): Bill | null {
  const amount = moneyOf(invoice.total, invoice.currency);
  if (!amount || invoice.status === 'draft' || !invoice.status) return null;
  return {
    id: invoice.id,
    number: invoice.number,
    createdAt: new Date(invoice.created * 1000).toISOString(),
    amount,
    status: (['paid', 'open'] as const).find((known) => known === invoice.status) ?? 'closed',
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
