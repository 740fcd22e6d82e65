import type Stripe from 'stripe';
import type { Money } from '#kernel/numbers/money.ts';
import type { Payments } from '../payments.ts';
import { fromStripe } from './connect.ts';

type Client = Pick<Payments, 'stripe'>;

/** One currency of a balance at Stripe. */
export interface StripeBalance {
  available: Money;
  pending: Money;
}

/** The balance of the platform, or of a connected account. */
export async function readBalance({ stripe }: Client, account?: string): Promise<StripeBalance[]> {
  const { available, pending } = await stripe.balance.retrieve({}, of(account));
  const sums = new Map<string, { available: number; pending: number }>();
  const at = (currency: string) => sums.get(currency) ?? { available: 0, pending: 0 };
  for (const { currency, amount } of available) sums.set(currency, { ...at(currency), available: amount });
  for (const { currency, amount } of pending) sums.set(currency, { ...at(currency), pending: amount });
  return [...sums].map(([currency, sum]) => ({
    available: fromStripe(sum.available, currency),
    pending: fromStripe(sum.pending, currency),
  }));
}

/** A line of a balance: what moved, what Stripe kept of it, and when it is available. */
export interface StripeMovement {
  id: string;
  /** Stripe's word. */
  type: string;
  amount: Money;
  fee: Money;
  net: Money;
  /** The object that moved it: a payment, refund, transfer, payout, dispute … */
  source: string | null;
  createdAt: Date;
  availableAt: Date;
}

/** The lines of a balance since a moment, newest first; with `payout`, the ones that a payout took to the bank. */
export async function* listMovements(
  { stripe }: Client,
  { since, payout, account }: { since?: Date; payout?: string; account?: string },
): AsyncGenerator<StripeMovement> {
  const query = {
    limit: 100,
    ...(since && { created: { gte: seconds(since) } }),
    ...(payout !== undefined && { payout }),
  };
  for await (const line of stripe.balanceTransactions.list(query, of(account)))
    yield {
      id: line.id,
      type: line.type,
      amount: fromStripe(line.amount, line.currency),
      fee: fromStripe(line.fee, line.currency),
      net: fromStripe(line.net, line.currency),
      source: typeof line.source === 'string' ? line.source : (line.source?.id ?? null),
      createdAt: new Date(line.created * 1_000),
      availableAt: new Date(line.available_on * 1_000),
    };
}

/** A payout to a bank. One that was paid may still fail. */
export interface StripePayout {
  id: string;
  amount: Money;
  /** Stripe's word: pending, in_transit, paid, failed, canceled. */
  status: string;
  failure: string | null;
  /** By Stripe's schedule; else the account's owner started it. */
  isAutomatic: boolean;
  /** Whether Stripe can say which lines of the balance it took: not yet, or never for one that was started by hand. */
  hasLines: boolean;
  arrivesAt: Date;
  createdAt: Date;
}

/** The payouts of a balance since a moment, newest first. */
export async function* listPayouts(
  { stripe }: Client,
  { since, account }: { since?: Date; account?: string },
): AsyncGenerator<StripePayout> {
  const query = { limit: 100, ...(since && { created: { gte: seconds(since) } }) };
  for await (const payout of stripe.payouts.list(query, of(account)))
    yield {
      id: payout.id,
      amount: fromStripe(payout.amount, payout.currency),
      status: payout.status,
      failure: payout.failure_code,
      isAutomatic: payout.automatic,
      hasLines: payout.automatic && payout.reconciliation_status === 'completed',
      arrivesAt: new Date(payout.arrival_date * 1_000),
      createdAt: new Date(payout.created * 1_000),
    };
}

const schedules = ['manual', 'daily', 'weekly', 'monthly'] as const;
export type Schedule = (typeof schedules)[number] | null;

/** How often a balance is paid out by itself. */
export async function readSchedule({ stripe }: Client, account?: string): Promise<Schedule> {
  return scheduleOf(await stripe.balanceSettings.retrieve({}, of(account)));
}

export async function setSchedule(
  { stripe }: Client,
  interval: NonNullable<Schedule>,
  account?: string,
): Promise<Schedule> {
  return scheduleOf(
    await stripe.balanceSettings.update({ payments: { payouts: { schedule: { interval } } } }, of(account)),
  );
}

function scheduleOf({ payments }: Stripe.BalanceSettings): Schedule {
  return schedules.find((known) => known === payments.payouts?.schedule?.interval) ?? null;
}

const of = (account: string | undefined): Stripe.RequestOptions =>
  account === undefined ? {} : { stripeAccount: account };
const seconds = (at: Date): number => Math.floor(at.getTime() / 1_000);
