import { orderNumber } from '#features/orders/words.ts';
import { type Currency, money } from '#kernel/numbers/money.ts';
import { notFound } from '#kernel/refusal.ts';
import type { Platform } from '#platform/platform.ts';
import { listBankPayoutsOf } from '../bank/list-bank-payouts.server.ts';
import { endOfMonth, monthOf, startOfMonth } from './month.ts';
import { readMonths, readOrdersOfMonth } from './seller-movements.server.ts';
import { type Statements, statementsSchema } from './statement.contract.ts';
import {
  changeOf,
  type Movements,
  monthsOf,
  movementNames,
  type OrderSums,
  type Statement,
  statementsOf,
  totalOf,
} from './statement.rules.ts';

type Source = Pick<Platform, 'db' | 'pool' | 'clock'>;

/**
 * A seller's statements of a month, read from the ledger: its rows are never changed, so a month that is over reads the
 * same each time. The payouts to the bank beside them are as they stand now. Refuses a month without a statement (404).
 */
export async function readStatements(
  { db, pool, clock }: Source,
  sellerId: string,
  month: string,
): Promise<Statements> {
  const now = clock.now();
  const before = await readMonths(pool, sellerId, startOfMonth(month));
  const lines = await readOrdersOfMonth(pool, sellerId, month, now);
  const statements = month > monthOf(now) ? [] : statementsOf(month, before, lines);
  if (statements.length === 0) throw notFound('There is no statement for this month.');
  const bankPayouts = await listBankPayoutsOf(db, sellerId, { from: startOfMonth(month), to: endOfMonth(month) });
  const isFinal = now >= endOfMonth(month);
  return statementsSchema.parse({ month, isFinal, statements: statements.map(present), bankPayouts });
}

/** The months for which a seller has a statement, the newest first. */
export async function listStatements({ pool, clock }: Source, sellerId: string) {
  const months = monthsOf(await readMonths(pool, sellerId, clock.now()));
  const thisMonth = monthOf(clock.now());
  return months.map((statement) => ({
    ...present(statement),
    month: statement.month,
    isFinal: statement.month < thisMonth,
  }));
}

function present({ currency, opening, lines, totals, closing }: Statement<OrderSums>) {
  const moneyOf = moneyIn(currency);
  return {
    currency,
    opening: moneyOf({ ...opening, total: totalOf(opening) }),
    lines: lines.map(({ orderId, paidAt, cards, shipping, ...sums }) => ({
      orderId,
      number: orderId && orderNumber(orderId),
      paidAt: paidAt?.toISOString() ?? null,
      ...moneyOf({ cards, shipping, ...movementsOf(sums), change: changeOf(sums) }),
    })),
    totals: moneyOf({ ...movementsOf(totals), change: changeOf(totals) }),
    closing: moneyOf({ ...closing, total: totalOf(closing) }),
  };
}

const movementsOf = (sums: Movements) =>
  Object.fromEntries(movementNames.map((name) => [name, sums[name]])) as unknown as Movements;

const moneyIn =
  (currency: Currency) =>
  <T extends object>(amounts: T) =>
    Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, money(amount, currency)])) as {
      [K in keyof T]: ReturnType<typeof money>;
    };
