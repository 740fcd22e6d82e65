import type { Currency } from '#kernel/numbers/money.ts';

/** What the market has of a seller: held, ready to be sent, and what the seller owes. In minor units. */
export interface Balance {
  held: number;
  ready: number;
  debt: number;
}

/** What changed a balance, each with its sign: a sale is above 0; a fee, a refund and a transfer are below. */
export interface Movements {
  sales: number;
  fees: number;
  refunds: number;
  /** Taken by banks, less what they returned. */
  disputes: number;
  /** Sent to the seller's account at Stripe, less what came back. */
  transfers: number;
  /** Debts that were written off, and whatever else an admin corrects. */
  corrections: number;
}

/** Sums of the ledger in one month: of an order, or of several together. */
export interface MonthSums extends Balance, Movements {
  month: string;
  currency: Currency;
}

/** The sums of one order in the month of a statement; without an id, what belongs to no order. */
export interface OrderSums extends MonthSums {
  orderId: string | null;
  /** Of the sale, where it is of this month: what the buyer paid for the cards, and for shipping. */
  cards: number;
  shipping: number;
  paidAt: Date | null;
}

export interface Statement<Line> {
  month: string;
  currency: Currency;
  opening: Balance;
  closing: Balance;
  totals: Movements;
  lines: Line[];
}

const balanceNames = ['held', 'ready', 'debt'] as const;
export const movementNames = ['sales', 'fees', 'refunds', 'disputes', 'transfers', 'corrections'] as const;

/** The balance as one amount; below 0 the seller owes more than there is. */
export const totalOf = ({ held, ready, debt }: Balance): number => held + ready - debt;

/** The change of the balance by these movements. */
export const changeOf = (moved: Movements): number => movementNames.reduce((sum, name) => sum + moved[name], 0);

const sumBalance = (rows: readonly Balance[]): Balance =>
  rows.reduce((sum, row) => ({ held: sum.held + row.held, ready: sum.ready + row.ready, debt: sum.debt + row.debt }), {
    held: 0,
    ready: 0,
    debt: 0,
  });

const sumMovements = (rows: readonly Movements[]): Movements =>
  Object.fromEntries(
    movementNames.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0)]),
  ) as unknown as Movements;

/**
 * The statements of a month, one for each currency with a movement or a balance, from the sums of earlier months and of
 * each order in this one.
 */
export function statementsOf(
  month: string,
  before: readonly MonthSums[],
  lines: readonly OrderSums[],
): Statement<OrderSums>[] {
  const currencies = [...new Set([...before, ...lines].map(({ currency }) => currency))].sort();
  return currencies.flatMap((currency) => {
    const earlier = before.filter((row) => row.currency === currency);
    const own = lines.filter((row) => row.currency === currency);
    const opening = sumBalance(earlier);
    if (own.length === 0 && balanceNames.every((name) => opening[name] === 0)) return [];
    const closing = sumBalance([opening, ...own]);
    return [{ month, currency, opening, closing, totals: sumMovements(own), lines: own }];
  });
}

/** Every month with a movement, the newest first, each with its opening and closing balance. */
export function monthsOf(sums: readonly MonthSums[]): Statement<never>[] {
  const oldestFirst = [...sums].sort((a, b) => a.month.localeCompare(b.month));
  const known = new Map<Currency, Balance>();
  const statements = oldestFirst.map(({ month, currency, ...row }) => {
    const opening = known.get(currency) ?? sumBalance([]);
    const closing = sumBalance([opening, row]);
    known.set(currency, closing);
    return { month, currency, opening, closing, totals: sumMovements([row]), lines: [] };
  });
  return statements.reverse();
}
