import { parseLanguage } from '#features/listings/contract.ts';
import { firstOf } from '#kernel/first-of.ts';
import { type Currency, currencies, formatMoney, money } from '#kernel/money.ts';
import type { Format } from './formats.ts';

/** A value that was read, what the seller should look at, or why it can't be taken. */
export type Read<T> = { value: T; note?: string } | { error: string };

const maxAmount = 100_000_000;
const maxQuantity = 999;
/** What a listing holds on any tier. */
const maxDescription = 5_000;

/** The decimal comma of a file: every price with a part behind it is written with one, and none with a point. */
export function hasDecimalComma(prices: readonly string[]): boolean {
  const written = prices.map((price) => price.trim()).filter((price) => /[.,]\d{1,2}$/.test(price));
  return written.length > 0 && written.every((price) => /^(\d+|\d{1,3}(\.\d{3})+),\d{1,2}$/.test(price));
}

/** A price in minor units; null where the cell is empty and nothing asks for one. */
export function readPrice(
  cell: string,
  { comma, dollar, currency, isNeeded }: { comma: boolean; dollar: boolean; currency: Currency; isNeeded: boolean },
): Read<number | null> {
  const said = cell.trim();
  if (said === '') return isNeeded ? { error: 'There is no price.' } : { value: null };
  const signed = said.startsWith('$') ? said.slice(1) : said;
  const plain = comma ? signed.replace(/\.(?=\d{3})/g, '').replace(',', '.') : signed;
  const grouped = /^\d{1,3}(,\d{3})+(\.\d{1,2})?$/.test(plain);
  const number = grouped ? plain.replaceAll(',', '') : plain;
  if (!/^\d+(\.\d{1,2})?$/.test(number)) return { error: `The price "${shortened(said)}" is not an amount such as 12.50.` };
  const amount = Math.round(Number(number) * 100);
  if (amount < 1) return { error: 'The price must be at least 0.01.' };
  if (amount > maxAmount) return { error: 'The price may be at most 1,000,000.00.' };
  if (grouped || (signed !== said && !dollar))
    return { value: amount, note: `The price "${shortened(said)}" was read as ${formatMoney(money(amount, currency))}.` };
  return { value: amount };
}

/** What the seller paid, which may be nothing. */
export function readCost(cell: string, how: { comma: boolean; dollar: boolean; currency: Currency }): Read<number | null> {
  return /^0+([.,]0{1,2})?$/.test(cell.trim()) ? { value: 0 } : readPrice(cell, { ...how, isNeeded: false });
}

export function readCurrency(cell: string, usual: Currency): Read<Currency> {
  const said = cell.trim().toUpperCase();
  if (said === '') return { value: usual };
  const currency = currencies.find((code) => code === said);
  return currency ? { value: currency } : { error: `"${shortened(cell)}" is no currency of this market.` };
}

/** What a seller wrote of the copy, without what nobody can see; cut where a listing could not hold it. */
export const readDescription = (cell: string) => readText(cell, maxDescription);

/** Words of the seller's own, of at most so many characters; lines are kept, other control characters are not. */
export function readText(cell: string, most: number): Read<string | null> {
  const text = cell.replace(/[^\P{C}\n]/gu, '').trim();
  if (text.length <= most) return { value: text === '' ? null : text };
  return { value: firstOf(text, most), note: `It is longer than ${most.toLocaleString('en')} characters and was cut.` };
}

export function readQuantity(cell: string): Read<number> {
  const said = cell.trim();
  const loose = /^(?:x\s?([0-9]+)|([0-9]+)\s?x|([0-9]{1,3}(?:,[0-9]{3})+))$/i.exec(said);
  const digits = loose ? (loose[1] ?? loose[2] ?? loose[3] ?? '').replaceAll(',', '') : said;
  if (!/^[0-9]+$/.test(digits)) return { error: said === '' ? 'There is no quantity.' : `The quantity "${shortened(said)}" is not a whole number.` };
  const quantity = Number(digits);
  if (quantity === 0) return { value: 0, note: 'The quantity is 0, so there is nothing to list.' };
  if (quantity > 10 * maxQuantity) return { error: `The quantity ${digits} is more than anybody has; the most is ${maxQuantity}.` };
  if (quantity > maxQuantity)
    return { value: maxQuantity, note: `A listing holds at most ${maxQuantity} copies, so ${maxQuantity} of ${quantity} are taken.` };
  return loose ? { value: quantity, note: `The quantity "${shortened(said)}" was read as ${quantity}.` } : { value: quantity };
}

export interface CopySaid {
  condition: string;
  /** `normal`, `reverse`, or a sort of foil; undefined where the file says nothing. */
  finish?: string;
  isFirstEdition: boolean;
}

const tidy = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Condition, and with TCGplayer the finish and edition behind it (`Near Mint 1st Edition Holofoil`). */
export function readCondition(cell: string, format: Format): Read<CopySaid> {
  const said = cell.trim();
  const unknown = { error: said === '' ? 'There is no condition.' : `"${shortened(said)}" is no condition of ${format.label}.` };
  if (!format.conditionCarriesFinish) {
    const condition = format.conditions[tidy(said)];
    return condition === undefined ? unknown : { value: { condition, isFirstEdition: false } };
  }
  const parts = /^(near mint|lightly played|moderately played|heavily played|damaged)((?: unlimited| 1st edition| limited)?)((?: .*)?)$/.exec(
    said.toLowerCase().replace(/\s+/g, ' '),
  );
  const finish = finishBehind[(parts?.[3] ?? '?').trim()];
  if (!parts || finish === undefined) return unknown;
  const condition = format.conditions[tidy(parts[1] ?? '')] ?? 'unknown';
  const value = { condition, finish, isFirstEdition: parts[2] === ' 1st edition' };
  const isExact =
    /^[A-Z][a-z]+( Mint| Played)?( Unlimited| 1st Edition| Limited)?( Reverse Holofoil| Holofoil| Foil| Rainbow Foil| Cold Foil)?$/.test(said);
  return isExact ? { value } : { value, note: `The condition "${shortened(said)}" is not written as TCGplayer writes it.` };
}

const finishBehind: Record<string, string> = {
  '': 'normal',
  holofoil: 'foil',
  holo: 'foil',
  foil: 'foil',
  'reverse holofoil': 'reverse',
  'rainbow foil': 'rainbow-foil',
  'cold foil': 'cold-foil',
};

/** What a cell of its own says of the finish; the words of ten formats, or with `own` this market's spelling. */
export function readFinish(cell: string, own = false): string | undefined {
  if (own) return cell === '' ? undefined : cell;
  const said = cell.toLowerCase();
  if (said.includes('reverse')) return 'reverse';
  if (said.includes('etched')) return 'etched';
  if (said.includes('rainbow')) return 'rainbow-foil';
  if (said.includes('cold')) return 'cold-foil';
  return /foil|holo|^x$|^true$|^yes$/.test(said) && !/non-?foil/.test(said) ? 'foil' : 'normal';
}

/** Cardmarket's numbers of languages. */
export const numberedLanguages: Record<string, string> = {
  1: 'en',
  2: 'fr',
  3: 'de',
  4: 'es',
  5: 'it',
  6: 'zh',
  7: 'ja',
  8: 'pt',
  9: 'ru',
  10: 'ko',
  11: 'zh-hant',
};

export function readLanguage(cell: string): Read<string> {
  const said = cell.trim();
  if (said === '') return { value: 'en' };
  const language = numberedLanguages[said] ?? parseLanguage(said);
  return language ? { value: language } : { error: `The language "${shortened(said)}" is not one that this market knows.` };
}

/** Words of a file in a sentence of ours: cut, and without what turns the direction of writing. */
export function shortened(text: string): string {
  const clean = text.replace(/\p{C}/gu, '');
  return clean.length > 60 ? `${clean.slice(0, 59)}…` : clean;
}
