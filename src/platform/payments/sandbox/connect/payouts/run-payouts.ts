import type pg from 'pg';
import type { Clock } from '../../../../clock/clock.ts';
import { recordEvent } from '../../courier.ts';
import type { Faults } from '../../faults.ts';
import { seconds } from '../../objects.ts';
import { findObject, inTransaction, type Queryable, saveObjects } from '../../store.ts';
import { nextRun } from '../balance-settings.ts';
import type { Account, BalanceSettings, Movement } from '../connect-objects.ts';
import { lockBalance, ownedBy, sumsOf } from '../movements.ts';
import { capabilityOf } from '../requirements.ts';
import { arrivePayout } from './arrive-payout.ts';
import { newPayout } from './new-payout.ts';

/** Makes the payouts that are due, and lets those under way arrive or fail; each at its own time, also after a long jump. */
export async function runPayouts(pool: pg.Pool, clock: Clock, fault: Faults['payouts']): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ id: string; object: string }>(
      `select id, object from sandbox_stripe_object
       where object in ('balance_settings', 'payout') and (data #>> '{sandbox,nextAt}')::bigint <= $1
       order by (data #>> '{sandbox,nextAt}')::bigint limit 100`,
      [seconds(clock.now())],
    );
    if (rows.length === 0) return;
    for (const { id, object } of rows)
      await inTransaction(pool, (db) =>
        object === 'payout' ? arrivePayout(db, clock, id, fault) : payOut(db, clock, id),
      );
  }
}

async function payOut(db: Queryable, clock: Clock, id: string): Promise<void> {
  const settings = await findObject<BalanceSettings>(db, 'balance_settings', id, true);
  const [at, now] = [settings?.sandbox.nextAt ?? null, seconds(clock.now())];
  if (!settings || at === null || at > now) return;
  const accountId = settings.sandbox.account;
  const account = accountId === undefined ? null : await findObject<Account>(db, 'v2.core.account', accountId);
  // A bank account that sent a payout back gets no more.
  const hasBank = account?.sandbox.bank && !account.sandbox.bank.isErrored;
  const canReceive = !account || (hasBank && capabilityOf(account).status === 'active');
  await lockBalance(db, accountId ?? null);
  const unpaid = canReceive ? await unpaidMovements(db, accountId ?? null) : [];
  // Without money that could be paid out, the days of a long jump of the clock are skipped.
  const nextAt = nextRun(settings.interval, unpaid.length > 0 ? at : now);
  await saveObjects(db, [{ ...settings, sandbox: { ...settings.sandbox, nextAt } }]);
  const { available } = await sumsOf(db, accountId ?? null, at);
  const due = unpaid.filter((line) => line.available_on <= at);
  for (const [currency, movements] of Map.groupBy(due, (line) => line.currency)) {
    const kept = settings.minimum_balance_by_currency?.[currency] ?? 0;
    const sum = (available.get(currency) ?? 0) - kept;
    if (sum > 0) await send(db, clock, { at, account, currency, movements, sum });
  }
}

interface Sent {
  at: number;
  account: Account | null;
  currency: string;
  movements: Movement[];
  sum: number;
}

async function send(db: Queryable, clock: Clock, { at, account, currency, movements, sum }: Sent): Promise<void> {
  const { payout, out } = newPayout({ at, account, currency, amount: sum, isAutomatic: true });
  const paidOut = [...movements, out].map((one) => ({ ...one, sandbox: { ...one.sandbox, payout: payout.id } }));
  await saveObjects(db, [payout, ...paidOut]);
  await recordEvent(db, clock, 'payout.created', payout);
}

/** The lines that no payout has taken yet. */
async function unpaidMovements(db: Queryable, account: string | null): Promise<Movement[]> {
  const { rows } = await db.query<{ data: Movement }>(
    `select data from sandbox_stripe_object
     where object = 'balance_transaction' and ${ownedBy(account)}
       and data #>> '{sandbox,payout}' is null order by created, id`,
    [account],
  );
  return rows.map(({ data }) => data);
}
