import { wordsOfSearch } from '#features/listings/index.server.ts';
import { firstOf } from '#kernel/first-of.ts';
import { formatMoney, type Money } from '#kernel/numbers/money.ts';
import { textOf } from '#kernel/text/coded-text.ts';
import type { SavedSearchRow } from '../model/alert.tables.ts';
import { alertLimits } from '../words.ts';

/** The parameters of a price alert's name. */
export interface PriceAlertName {
  card: string;
  /** The target: the alert is for copies that cost less. */
  price: Money;
  /** The listing's price when the target was set. Missing in a row of an older release, where it was the target. */
  from?: Money;
}

/** The name that a search has unless its member types another: the words and filters of its page. */
export function defaultName(query: string): string {
  return firstOf(wordsOfSearch(query).replace(/[“”]/g, ''), alertLimits.name);
}

const priceAlertName = ({ card, price }: PriceAlertName) => `${card} under ${formatMoney(price)}`;

/** Names that the app makes, by code. */
const searchNames = {
  search: ({ query }: { query: string }) => defaultName(query),
  price_alert: priceAlertName,
};

/** A search of a notification has the other columns only with a code. */
export type NamedSearch = Pick<SavedSearchRow, 'name'> &
  Partial<Pick<SavedSearchRow, 'nameCode' | 'nameParams' | 'query'>>;

/** The columns of a name that a member typed or left as it was. */
export function typedName(name: string, query: string): Pick<SavedSearchRow, 'name' | 'nameCode'> {
  return name === defaultName(query) ? { name: '', nameCode: 'search' } : { name, nameCode: null };
}

/** The name of a saved search: that of its code, else the stored one. */
export function nameOf({ name, nameCode = null, nameParams, query = '' }: NamedSearch): string {
  return textOf(searchNames, nameCode, { ...nameParams, query }) ?? name;
}
