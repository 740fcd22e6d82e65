import { orderDeadlines } from '#features/orders/words.ts';
import { plural } from '#kernel/format.ts';
import { money } from '#kernel/numbers/money.ts';
import { countryName } from '#kernel/text/country-name.ts';
import type { GroupShipping, ShippingProblem } from '../model/group-shipping.rules.ts';
import type { Part, ShownLine } from './cart-parts.ts';
import { sumsOf } from './cart-sums.server.ts';
import type { ShownCart } from './read-cart.server.ts';

/** A group as it is shown. Where its cards can't be shipped, none of them is available; without any it is left out. */
export function presentGroup(
  parts: readonly Part[],
  shipping: GroupShipping | undefined,
  country: string | null,
): ShownCart['groups'] {
  const [first] = parts;
  if (!first) return [];
  const { seller, currency } = first;
  const problem = shipping?.problem ?? null;
  const lines = parts.map(({ line }) => (problem ? unshipped(line, problem, country) : line));
  const count = (of: (line: ShownLine) => number) => lines.reduce((sum, line) => sum + of(line), 0);
  const copies = count(({ available }) => available);
  const items = count(({ available, amount }) => (available > 0 ? amount.amount : 0));
  const chosen = shipping?.chosen ?? null;
  return [
    {
      seller: { id: seller.id, username: seller.username, avatarUrl: seller.avatarUrl },
      currency,
      lines,
      methods: [...(shipping?.methods ?? [])],
      chosen: chosen?.name ?? null,
      missingToFree: shipping?.missingToFree ?? null,
      shipsFrom: shipping?.sendsFrom ?? null,
      shipsWithin: withinDays(shipping?.shipDays ?? null),
      problem,
      message: shipping?.message ?? null,
      available: sumsOf(copies, items, chosen?.price.amount ?? 0, currency),
    },
  ];
}

const withinDays = (days: number | null): string =>
  days === null ? orderDeadlines.sendWithin : plural(days, { one: '# working day', other: '# working days' });

/** A line that could be bought if it could be shipped. */
function unshipped(line: ShownLine, problem: ShippingProblem, country: string | null): ShownLine {
  if (line.available === 0) return line;
  const message = {
    no_shipping: country === null ? 'Can’t be shipped.' : `Can’t be shipped to ${countryName(country) ?? country}.`,
    tracked_required: 'Needs tracked shipping.',
    too_large: 'Doesn’t fit the seller’s shipping methods with the other cards.',
  }[problem];
  return { ...line, available: 0, amount: money(0, line.amount.currency), state: problem, message };
}
