import type { Currency } from '#kernel/numbers/money.ts';
import type { ShownCart, ShownLine } from '../read/read-cart.server.ts';

/** How much of a cart is bought: each line in full or nothing, or whatever can still be had. */
export type CheckoutMode = 'all' | 'available';

export interface PurchaseSource {
  lines: { listingId: string; quantity: number; seenVersion: number | undefined }[];
  offerIds: string[];
  copies: number;
  sellers: number;
}

/**
 * What a purchase of the cart in one currency takes. `all` asks for each line in full, so that what can't be had refuses
 * the purchase with its reason; `available` for what can be had now. `seen`: the versions that the buyer saw.
 */
export function purchaseSource(
  { groups }: Pick<ShownCart, 'groups'>,
  currency: Currency,
  mode: CheckoutMode,
  seen: ReadonlyMap<string, number>,
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
        seenVersion: seen.get(line.listingId),
      })),
    offerIds: lines.flatMap(({ offerId }) => offerId ?? []),
    copies: lines.reduce((sum, line) => sum + count(line), 0),
    sellers: bought.length,
  };
}
