import type { Currency } from './numbers/money.ts';

/**
 * How numbers and times are written for a reader. Texts are English; separators, the place of the currency symbol, the
 * clock and the time zone are the reader's.
 */
export interface ReaderFormat {
  /** A locale of `Intl`, for numbers and amounts of money. */
  numbers: NumberFormat;
  /** An IANA time zone. */
  timeZone: string;
  /** Prices in other currencies are also shown in this one, about; null: they aren't. */
  currency: Currency | null;
}

/** The formats to choose from, with the country that each is named after. */
export const numberFormats = {
  'en-US': 'United States',
  'en-GB': 'United Kingdom',
  'en-CA': 'Canada',
  'en-AU': 'Australia',
  'de-DE': 'Germany',
  'de-CH': 'Switzerland',
  'es-ES': 'Spain',
  'fr-FR': 'France',
  'it-IT': 'Italy',
  'nl-NL': 'Netherlands',
  'pl-PL': 'Poland',
  'sv-SE': 'Sweden',
} as const;
export type NumberFormat = keyof typeof numberFormats;
export const numberFormatNames = Object.keys(numberFormats) as NumberFormat[];

/** The IANA name of a time zone, as `Intl` spells it; null for an unknown one. */
export function findTimeZone(name: string): string | null {
  if (!/^[A-Za-z0-9_+/-]{1,64}$/.test(name)) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** Of emails, files, jobs and the API: readers in any country. */
export const defaultFormat: ReaderFormat = { numbers: 'en-US', timeZone: 'UTC', currency: null };

let current: () => ReaderFormat | undefined = () => undefined;

/** Set once: by the server, which has a format for each request, and by the browser. */
export function provideFormat(of: () => ReaderFormat | undefined): void {
  current = of;
}

/** The format of the current reader. */
export function currentFormat(): ReaderFormat {
  return current() ?? defaultFormat;
}

/** Creates each `Intl` object once, which takes a hundred times as long as formatting. */
function memo<T>(create: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => {
    const found = known.get(key) ?? create(key);
    known.set(key, found);
    return found;
  };
}

/** Versions of `Intl` differ in these characters; server and browser must render the same text. */
const stable = (text: string) => text.replaceAll('\u202f', '\u00a0').replaceAll('’', "'");

const numbers = memo((key) => {
  const [locale, digits] = key.split(' ');
  return new Intl.NumberFormat(locale, digits ? { maximumFractionDigits: Number(digits) } : {});
});
const amounts = memo((key) => {
  const [locale, currency] = key.split(' ');
  return new Intl.NumberFormat(locale, { style: 'currency', currency: currency ?? 'USD' });
});
const units = memo((key) => {
  const [unit, unitDisplay] = key.split(' ');
  return new Intl.NumberFormat('en', {
    style: 'unit',
    unit: unit ?? 'day',
    unitDisplay: unitDisplay === 'short' ? 'short' : 'long',
  });
});
const lists = memo((type) => new Intl.ListFormat('en-GB', { type: type === 'or' ? 'disjunction' : 'conjunction' }));
const englishPlurals = new Intl.PluralRules('en');

/** `1234.5` → `1,234.5`. */
export function formatNumber(
  value: number,
  { maximumFractionDigits }: { maximumFractionDigits?: number } = {},
): string {
  return stable(numbers(`${currentFormat().numbers} ${maximumFractionDigits ?? ''}`.trim()).format(value));
}

/** `1,234.50` as a country writes it, for the choice of a format. */
export function exampleOf(format: NumberFormat): string {
  return stable(new Intl.NumberFormat(format, { minimumFractionDigits: 2 }).format(1234.5));
}

/** `0.845` → `84.5%`; the sign follows the digits without a space. */
export function formatPercent(share: number, maximumFractionDigits = 0): string {
  return `${formatNumber(share * 100, { maximumFractionDigits })}%`;
}

/** Major units of a currency, for example `34.5` euros → `€34.50`. */
export function formatAmount(value: number, currency: string): string {
  // A sum that was negated may be -0.
  return stable(amounts(`${currentFormat().numbers} ${currency}`).format(value === 0 ? 0 : value));
}

/** `2`, `hour` → `2 hours`; short: `2 hr`. */
export function formatUnit(
  value: number,
  unit: 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year',
  display: 'long' | 'short' = 'long',
): string {
  return units(`${unit} ${display}`).format(value);
}

/** `a, b and c`, or `a, b or c`. */
export function formatList(items: readonly string[], type: 'and' | 'or' = 'and'): string {
  return lists(type).format(items);
}

/** The form for a number: `plural(2, { one: '# copy', other: '# copies' })` → `2 copies`. `#` is the number. */
export function plural(count: number, forms: { one: string; other: string }): string {
  const form = englishPlurals.select(count) === 'one' ? forms.one : forms.other;
  return form.replaceAll('#', formatNumber(count));
}
