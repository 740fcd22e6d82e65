import type { Currency } from '#kernel/numbers/money.ts';
import { typedCurrency, typedMoney } from '#kernel/numbers/typed-money.ts';
import { invalid } from '#kernel/refusal.ts';
import { parseInput, text } from '#platform/http/page-form.server.ts';
import { type BulkInput, bulkInput, type chosenStatuses } from '../contract.ts';

/** The states of each tab of “Your listings”; sold listings do not change. */
const tabs: Readonly<Record<string, readonly (typeof chosenStatuses)[number][]>> = {
  live: ['active', 'reserved'],
  paused: ['paused', 'expired'],
  drafts: ['draft'],
};

/** The states of a tab; undefined for an unknown tab. */
export const statesOf = (tab: string) => (Object.hasOwn(tabs, tab) ? tabs[tab] : undefined);

export interface Meant {
  ids: string[];
  tab: string;
  search: string;
}

/** The listings that an address or a form selects: by id, or else by the tab and search of “Your listings”. */
export function readMeant(from: Pick<URLSearchParams | FormData, 'get' | 'getAll'>): Meant {
  const word = (name: string) => String(from.get(name) ?? '');
  return {
    ids: [...new Set(from.getAll('id').map(String))],
    tab: Object.hasOwn(tabs, word('tab')) ? word('tab') : '',
    search: word('q').replaceAll('\0', '').trim().slice(0, 100),
  };
}

export function choiceFor({ ids, tab, search }: Meant): Pick<BulkInput, 'ids' | 'filter'> {
  if (ids.length > 0) return { ids };
  const status = tabs[tab];
  return { filter: { ...(status && { status: [...status] }), ...(search && { search }) } };
}

/** The form as the API's input. Refuses an invalid amount (422), by its field. */
export function readForm(form: FormData): BulkInput {
  return parseInput(bulkInput, { ...choiceFor(readMeant(form)), change: changeOf(form), preview: true });
}

export function changeOf(form: FormData): unknown {
  const action = text(form, 'do');
  const [way, by] = action.split(' ');
  if (by === undefined) return { [action]: true };
  const sign = way === 'lower' ? -1 : 1;
  const currency = typedCurrency(text(form, 'currency'));
  if (by === 'price') return { price: { amount: amountOf(form, 'by', currency), currency } };
  const bounds = {
    ...(text(form, 'floor').trim() && { floor: { amount: amountOf(form, 'floor', currency), currency } }),
    ...(text(form, 'rounding') && { rounding: text(form, 'rounding') }),
  };
  if (by === 'percent') return { percent: sign * percentOf(text(form, 'by')), ...bounds };
  if (by === 'market') return { market: marketOffset(sign, text(form, 'by')), ...bounds, ...boundsOf(form) };
  if (by === 'lowest') return { lowest: { amount: amountBelow(form, currency), currency }, ...bounds };
  return { amount: { amount: sign * amountOf(form, 'by', currency), currency }, ...bounds };
}

/** Empty or 0 is exactly the market price. */
const marketOffset = (sign: number, typed: string) =>
  /^\s*(0([.,]0{1,2})?)?\s*%?\s*$/.test(typed) ? 0 : sign * percentOf(typed);

function boundsOf(form: FormData) {
  const most = text(form, 'mostPercent').trim();
  return { aboveCost: form.has('aboveCost'), ...(most && { mostPercent: percentOf(most, 'mostPercent') }) };
}

/** Empty matches the lowest price. */
const amountBelow = (form: FormData, currency: Currency) =>
  text(form, 'by').trim() === '' ? 0 : typedMoney('by', text(form, 'by'), currency);

function amountOf(form: FormData, name: string, currency: Currency): number {
  const amount = typedMoney(name, text(form, name), currency);
  if (amount === 0) throw invalid({ [name]: 'Enter an amount of at least 0.01.' });
  return amount;
}

function percentOf(typed: string, field = 'by'): number {
  const bare = typed.trim().replace(/\s*%$/, '').replace(',', '.');
  if (!/^\d{1,4}(\.\d{1,2})?$/.test(bare) || Number(bare) === 0)
    throw invalid({
      [field]: 'Enter a percentage, for example 5 or 2.5.',
    });
  return Number(bare);
}
