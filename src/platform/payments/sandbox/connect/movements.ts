import { noSuch } from '../errors.ts';
import { objectId } from '../objects.ts';
import { findObject, type Queryable } from '../store.ts';
import type { Movement } from './connect-objects.ts';

const day = 86_400;
/** What Stripe charges for a dispute, in minor units. */
export const disputeFee = 1_500;

/** A usual price of a card payment: 1.5 % and 0.25. */
export const chargeFee = (amount: number): number => Math.round(amount * 0.015) + 25;

/** When the money of a payment is available, in Unix seconds. */
export const availableFrom = (created: number): number => created + 2 * day;

export interface NewMovement {
  created: number;
  type: string;
  amount: number;
  fee?: number;
  currency: string;
  source: string;
  /** At once where absent. */
  availableOn?: number;
  account?: string | undefined;
}

/** A line of the balance. The caller stores it in the transaction of what it is for. */
export function movementOf({
  created,
  type,
  amount,
  fee = 0,
  currency,
  source,
  availableOn,
  account,
}: NewMovement): Movement {
  return {
    id: objectId('txn'),
    object: 'balance_transaction',
    created,
    type,
    reporting_category: type,
    amount,
    fee,
    fee_details:
      fee === 0 ? [] : [{ amount: fee, application: null, currency, description: 'Stripe fees', type: 'stripe_fee' }],
    net: amount - fee,
    currency,
    available_on: Math.max(created, availableOn ?? created),
    balance_type: 'payments',
    description: null,
    exchange_rate: null,
    source,
    ...(account !== undefined && { sandbox: { account } }),
  };
}

/** As the API returns it: its status is that of the clock. */
export function showMovement({ sandbox: _notes, ...movement }: Movement, now: number): Record<string, unknown> {
  return { ...movement, status: movement.available_on <= now ? 'available' : 'pending' };
}

export interface Sums {
  available: Map<string, number>;
  pending: Map<string, number>;
}

/** SQL that finds the objects of the platform (null) or of a connected account, its first parameter. */
export const ownedBy = (account: string | null): string =>
  account === null ? "data #>> '{sandbox,account}' is null and $1::text is null" : "data #>> '{sandbox,account}' = $1";

/** The balance of the platform (null) or a connected account, by currency. */
export async function sumsOf(db: Queryable, account: string | null, now: number): Promise<Sums> {
  const { rows } = await db.query<{ currency: string; available: string; pending: string }>(
    `select data ->> 'currency' as currency,
       coalesce(sum((data ->> 'net')::bigint) filter (where (data ->> 'available_on')::bigint <= $2), 0) as available,
       coalesce(sum((data ->> 'net')::bigint) filter (where (data ->> 'available_on')::bigint > $2), 0) as pending
     from sandbox_stripe_object where object = 'balance_transaction' and ${ownedBy(account)}
     group by 1 order by 1`,
    [account, now],
  );
  return {
    available: new Map(rows.map((row) => [row.currency, Number(row.available)])),
    pending: new Map(rows.map((row) => [row.currency, Number(row.pending)])),
  };
}

/** `GET /v1/balance`. */
export async function showBalance(db: Queryable, account: string | null, now: number) {
  const { available, pending } = await sumsOf(db, account, now);
  const lines = (sums: Map<string, number>) =>
    sums.size === 0
      ? [{ amount: 0, currency: 'usd', source_types: { card: 0 } }]
      : [...sums].map(([currency, amount]) => ({ amount, currency, source_types: { card: amount } }));
  return { object: 'balance', available: lines(available), pending: lines(pending), livemode: false };
}

export async function getMovement(db: Queryable, id: string, account: string | null): Promise<Movement> {
  const found = await findObject<Movement>(db, 'balance_transaction', id);
  if (!found || (found.sandbox?.account ?? null) !== account) throw noSuch('balance_transaction', id);
  return found;
}

/** One writer of an account's balance at a time, until the end of the transaction. */
export async function lockBalance(db: Queryable, account: string | null): Promise<void> {
  await db.query("select pg_advisory_xact_lock(hashtextextended('sandbox.balance ' || $1, 0))", [
    account ?? 'platform',
  ]);
}
