import * as z from 'zod';
import type { Clock } from '../../../clock/clock.ts';
import { type StripeObject, seconds } from '../objects.ts';
import type { Form } from '../pages/form.ts';
import { readParams, whole, yesNo } from '../params.ts';
import { findObject, type Queryable, saveObjects } from '../store.ts';
import type { BalanceSettings, Interval } from './connect-objects.ts';

const updateParams = z.strictObject({
  payments: z
    .strictObject({
      debit_negative_balances: yesNo.optional(),
      payouts: z
        .strictObject({
          schedule: z.strictObject({ interval: z.enum(['manual', 'daily', 'weekly', 'monthly']) }).optional(),
          minimum_balance_by_currency: z.record(z.string().length(3), whole.min(0)).optional(),
        })
        .optional(),
      settlement_timing: z.strictObject({ delay_days_override: whole.min(1).max(31).optional() }).optional(),
    })
    .optional(),
  expand: z.array(z.string()).optional(),
});

const idOf = (account: string | null) => `bset_${account ?? 'platform'}`;

/** Connected accounts are paid out daily at first. The platform's own payouts are manual: it holds the money of others. */
export async function settingsOf(
  db: Queryable,
  clock: Clock,
  account: string | null,
  lock = false,
): Promise<BalanceSettings> {
  const found = await findObject<BalanceSettings>(db, 'balance_settings', idOf(account), lock);
  if (found) return found;
  const now = seconds(clock.now());
  const interval = account === null ? 'manual' : 'daily';
  return {
    id: idOf(account),
    object: 'balance_settings',
    created: now,
    interval,
    minimum_balance_by_currency: null,
    debit_negative_balances: false,
    delay_days_override: null,
    sandbox: { account: account ?? undefined, nextAt: nextRun(interval, now) },
  };
}

/** `POST /v1/balance_settings`, of the platform or of the account in the header. */
export async function updateSettings(db: Queryable, clock: Clock, account: string | null, form: Form) {
  const { payments } = readParams(updateParams, form);
  const before = await settingsOf(db, clock, account, true);
  const interval = payments?.payouts?.schedule?.interval ?? before.interval;
  const after: BalanceSettings = {
    ...before,
    interval,
    minimum_balance_by_currency: payments?.payouts?.minimum_balance_by_currency ?? before.minimum_balance_by_currency,
    debit_negative_balances: payments?.debit_negative_balances ?? before.debit_negative_balances,
    delay_days_override: payments?.settlement_timing?.delay_days_override ?? before.delay_days_override,
    sandbox: { ...before.sandbox, nextAt: nextRun(interval, seconds(clock.now())) },
  };
  await saveObjects(db, [after]);
  return showSettings(after);
}

export function showSettings(settings: BalanceSettings): StripeObject {
  return {
    object: 'balance_settings',
    payments: {
      debit_negative_balances: settings.debit_negative_balances,
      payouts: {
        automatic_transfer_rules_by_currency: null,
        minimum_balance_by_currency: settings.minimum_balance_by_currency,
        schedule: { interval: settings.interval },
        statement_descriptor: null,
        status: 'enabled',
      },
      settlement_timing: {
        delay_days: settings.delay_days_override ?? 2,
        ...(settings.delay_days_override !== null && { delay_days_override: settings.delay_days_override }),
        start_of_day: null,
      },
    },
  } as unknown as StripeObject;
}

/** The next payout after a moment: at midnight UTC, on Mondays, or on the first. Null for manual payouts. */
export function nextRun(interval: Interval, after: number): number | null {
  if (interval === 'manual') return null;
  const next = new Date(after * 1_000);
  next.setUTCHours(0, 0, 0, 0);
  do next.setUTCDate(next.getUTCDate() + 1);
  while ((interval === 'weekly' && next.getUTCDay() !== 1) || (interval === 'monthly' && next.getUTCDate() !== 1));
  return seconds(next);
}
