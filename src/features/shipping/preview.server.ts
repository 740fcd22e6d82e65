import { type Currency, currencies, type Money, money, parseMoney } from '#kernel/numbers/money.ts';
import type { Db } from '#platform/db/db.ts';
import { type ListedMethod, listedMethods } from './model/listed-shipping.ts';
import { findListedTable, suggestedMethods } from './shipping.queries.server.ts';
import { readCountry } from './words.ts';

/** What shipping one card costs by a seller's table; before there is one, by the suggested methods. */
export interface ShippingPreview {
  /** As typed. */
  price: string;
  currency: Currency;
  country: string;
  /** Null where the price can't be read. */
  value: Money | null;
  methods: ListedMethod[];
}

const example = { price: '5.00', country: 'FR' };

/** The preview that an address asks for, of one card that is not graded. */
export async function previewShipping(db: Db, memberId: string, params: URLSearchParams): Promise<ShippingPreview> {
  const stored = await findListedTable(db, memberId);
  const methods = stored.methods ?? (await suggestedMethods(db));
  const usual = methods[0]?.price.currency ?? currencies[0];
  const currency = currencies.find((code) => code === params.get('currency')) ?? usual;
  const typed = params.get('price')?.trim() || example.price;
  const country = readCountry(params.get('to') ?? '') ?? example.country;
  const amount = parseMoney(typed, currency);
  const value = amount === null ? null : money(amount, currency);
  // A page shows no words of its address.
  const price = value === null ? '' : typed.slice(0, 20);
  const copy = value && { isSlab: false, price: value };
  return { price, currency, country, value, methods: copy ? listedMethods({ ...stored, methods }, copy, country) : [] };
}
