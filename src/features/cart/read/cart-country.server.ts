import { findDefaultCountry } from '#features/addresses/index.server.ts';
import type { Platform } from '#platform/platform.ts';
import { type CartHolder, whoseCart } from '../lines/open-cart.server.ts';
import { cart } from '../model/cart.tables.ts';
import { type CartCountry, countryOf } from '../model/country.rules.ts';

/** What the holder chose for their cart: the country, and shipping methods by seller. */
export interface CartChoices {
  country: CartCountry | null;
  methods: Readonly<Record<string, string>>;
}

/** What is chosen in the holder's cart; the country also from their default address, or their browser's language. */
export async function findChoices(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  holder: CartHolder,
  languages: string | null | undefined,
): Promise<CartChoices> {
  const whose = whoseCart(holder, clock.now());
  const [rows, ofAddress] = await Promise.all([
    whose ? db.select({ country: cart.country, methods: cart.methods }).from(cart).where(whose) : [],
    holder.memberId === null ? null : findDefaultCountry(db, holder.memberId),
  ]);
  const [{ country: chosen, methods } = { country: null, methods: {} }] = rows;
  return { country: countryOf({ chosen, ofAddress, languages }), methods };
}
