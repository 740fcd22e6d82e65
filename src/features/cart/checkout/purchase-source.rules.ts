import type { PurchaseMode } from '#features/orders/contract.ts';
import type { Currency, Money } from '#kernel/numbers/money.ts';
import type { ShownCart, ShownLine } from '../read/read-cart.server.ts';

export interface PurchaseSource {
  lines: { listingId: string; quantity: number; seenVersion: number | undefined; seenPrice: Money | undefined }[];
  offerIds: string[];
  copies: number;
  sellers: number;
}

/** What the buyer saw before the purchase, instead of when they added the lines. */
export interface Confirmed {
  /** Versions by listing. */
  seen: ReadonlyMap<string, number>;
  /** The total, in minor units: another one buys nothing. */
  expectedTotal: number | undefined;
}

/**
 * What a purchase of the cart in one currency takes. `all` asks for each line in full, so that a line that can't be
 * bought refuses the purchase with its reason; `available` asks for what can be bought now. The buyer has seen a line as
 * it was when they added it, or as the checkout page showed it; a confirmed total takes the place of its price.
 */
export function purchaseSource(
  { groups }: Pick<ShownCart, 'groups'>,
  currency: Currency,
  mode: PurchaseMode,
  { seen, expectedTotal }: Confirmed,
): PurchaseSource {
  const count = ({ quantity, available }: ShownLine) => (mode === 'all' ? quantity : available);
  const bought = groups
    .filter((group) => group.currency === currency)
    .map(({ lines }) => lines.filter((line) => count(line) > 0))
    .filter((lines) => lines.length > 0);
  const lines = bought.flat();
  return {
    lines: lines
      .filter(({ offerId }) => offerId === null)
      .map((line) => ({
        listingId: line.listingId,
        quantity: count(line),
        seenVersion: seen.get(line.listingId) ?? line.seenVersion ?? undefined,
        seenPrice: expectedTotal === undefined ? line.seenPrice : undefined,
      })),
    offerIds: lines.flatMap(({ offerId }) => offerId ?? []),
    copies: lines.reduce((sum, line) => sum + count(line), 0),
    sellers: bought.length,
  };
}
