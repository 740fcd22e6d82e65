import { sql } from 'drizzle-orm';
import type { Currency } from '#kernel/numbers/money.ts';
import { addMs, dayMs, hourMs } from '#kernel/time.ts';
import type { Db } from '#platform/db/db.ts';
import { write } from '#platform/outbox/write.ts';
import { listMovements, readBalance, type StripeBalance } from '#platform/payments/connect/connect-balance.ts';
import type { Platform } from '#platform/platform.ts';
import { stripeDay, stripeDifference, stripeMovement } from './compare.tables.ts';
import { type Difference, findDifferences, ledgerAtStripe } from './find-differences.server.ts';
import { ownMovements } from './own-movements.server.ts';
import { checkSchedule } from './payout-schedule.server.ts';

/** Stripe's lists may show a line late, and the clocks of both sides differ. */
const overlapMs = 3 * dayMs;
/** An event of Stripe's needs a moment until it is booked, also when its first delivery was lost. */
const settledAfterMs = hourMs;
const maxReadings = 5;

/**
 * Compares the ledger with Stripe: reads the lines of the platform's balance since the last comparison, books what only
 * Stripe knows, and stores each difference. The first comparison begins with the ledger.
 */
export async function compareWithStripe(platform: Platform): Promise<void> {
  await checkSchedule(platform);
  const balance = await readAll(platform, await startOf(platform));
  const now = platform.clock.now();
  const { differences, ledger } = await platform.db.transaction(
    async (db) => ({ differences: await findDifferences(db as Db), ledger: await ledgerAtStripe(db as Db) }),
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  await write(platform, async (tx) => {
    await tx.db.delete(stripeDifference);
    for (const [currency, { available, pending }] of sumsOf(balance, ledger)) {
      const own = differences.filter((one) => one.currency === currency);
      const open = own.filter((one): one is Open => isOpen(one, now));
      const inLedger = ledger.get(currency) ?? 0;
      const underWay = sum(own) - sum(open);
      const difference = available + pending - inLedger - underWay;
      const day = { available, pending, ledger: inLedger, underWay, difference, checkedAt: now };
      await tx.db
        .insert(stripeDay)
        .values({ currency, day: now.toISOString().slice(0, 10), ...day })
        .onConflictDoUpdate({ target: [stripeDay.currency, stripeDay.day], set: day });
      const rest = difference - sum(open);
      const unnamed = { currency, source: '', kind: 'rest' as const, atStripe: rest, booked: 0, since: now };
      const rows = rest === 0 ? open : [...open, unnamed];
      if (rows.length > 0) await tx.db.insert(stripeDifference).values(rows);
    }
  });
}

const sum = (differences: readonly Difference[]) =>
  differences.reduce((total, { atStripe, booked }) => total + atStripe - booked, 0);

type Open = Difference & { source: string };

/** Others are under way: not yet made at Stripe, or made or booked moments ago. */
const isOpen = ({ source, since }: Difference, now: Date) =>
  source !== null && now.getTime() - since.getTime() >= settledAfterMs;

/** Since when Stripe's lines are read. A comparison that ended early has no day, so the next one reads all of its lines. */
async function startOf({ db, clock }: Platform): Promise<Date> {
  const { rows } = await db.execute<{ at: Date | string | null }>(
    sql`select coalesce((select max(checked_at) from stripe_day), (select min(at) from ledger_entry)) as at`,
  );
  return addMs(rows[0]?.at ? new Date(rows[0].at) : clock.now(), -overlapMs);
}

/** Reads lines until the balance before and after is the same: then they are all that it consists of. */
async function readAll(platform: Platform, since: Date): Promise<StripeBalance[]> {
  const { payments, clock } = platform;
  let before = await readBalance(payments);
  let from = since;
  for (let reading = 1; reading <= maxReadings; reading++) {
    const next = addMs(clock.now(), -hourMs);
    await storeMovements(platform, from);
    await ownMovements(platform);
    const after = await readBalance(payments);
    if (JSON.stringify(totals(before)) === JSON.stringify(totals(after))) return after;
    before = after;
    from = next;
  }
  throw new Error('the balance at Stripe moved during each reading; the next attempt may find it at rest');
}

const totals = (balance: readonly StripeBalance[]) =>
  balance.map(({ available, pending }) => [available.currency, available.amount + pending.amount]).sort();

async function storeMovements({ db, payments }: Platform, since: Date): Promise<void> {
  const waiting: (typeof stripeMovement.$inferInsert)[] = [];
  const store = async () => {
    const rows = waiting.splice(0);
    if (rows.length > 0) await db.insert(stripeMovement).values(rows).onConflictDoNothing();
  };
  for await (const { id, type, amount, fee, net, source, createdAt, availableAt } of listMovements(payments, {
    since,
  })) {
    const sums = { currency: amount.currency, amount: amount.amount, fee: fee.amount, net: net.amount };
    waiting.push({ id, type, ...sums, source, createdAt, availableAt });
    if (waiting.length === 100) await store();
  }
  await store();
}

/** Each currency that either side has. */
function sumsOf(balance: readonly StripeBalance[], ledger: ReadonlyMap<Currency, number>) {
  const none = { available: 0, pending: 0 };
  const sums = new Map([...ledger.keys()].map((currency) => [currency, none]));
  for (const { available, pending } of balance)
    sums.set(available.currency, { available: available.amount, pending: pending.amount });
  return sums;
}
