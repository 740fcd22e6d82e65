import { defaultFormat, findTimeZone, type NumberFormat, numberFormats, type ReaderFormat } from '#kernel/format.ts';
import { currencies } from '#kernel/numbers/money.ts';

/** Named like the theme's cookie; holds the IANA time zone of the browser. */
export const timeZoneCookie = 'time_zone';

/** The format of a language without a known country. */
const ofLanguage = new Map<string, NumberFormat>(
  Object.entries({
    de: 'de-DE',
    es: 'es-ES',
    fr: 'fr-FR',
    it: 'it-IT',
    nl: 'nl-NL',
    pl: 'pl-PL',
    sv: 'sv-SE',
    da: 'de-DE',
    pt: 'it-IT',
    nb: 'sv-SE',
    fi: 'sv-SE',
    cs: 'fr-FR',
  }),
);
/** Countries that write English and numbers as another one does. */
const ofCountry = new Map<string, NumberFormat>(Object.entries({ IE: 'en-GB', NZ: 'en-AU', ZA: 'en-GB', IN: 'en-GB' }));

function readNumberFormat(value: unknown): NumberFormat | null {
  return typeof value === 'string' && Object.hasOwn(numberFormats, value) ? (value as NumberFormat) : null;
}

/** The format of the first language of an `Accept-Language` header that has one. */
export function formatOfLanguages(header: string | null): NumberFormat {
  for (const tag of (header ?? '').split(',').slice(0, 8)) {
    const [language = '', ...rest] = (tag.split(';')[0] ?? '').trim().split('-');
    const country = rest.at(-1)?.toUpperCase() ?? '';
    const found =
      readNumberFormat(`${language.toLowerCase()}-${country}`) ??
      (language.toLowerCase() === 'en' ? (ofCountry.get(country) ?? 'en-US') : ofLanguage.get(language.toLowerCase()));
    if (found) return found;
  }
  return defaultFormat.numbers;
}

/**
 * The format of a page. A member's choice comes before the browser's; pages of visitors are cached for all of them, so
 * their times are UTC.
 */
export function decideFormat(
  headers: Headers,
  member: { numberFormat: string | null; timeZone: string | null; displayCurrency: string | null } | null,
): ReaderFormat {
  const numbers = readNumberFormat(member?.numberFormat) ?? formatOfLanguages(headers.get('accept-language'));
  if (!member) return { numbers, timeZone: 'UTC', currency: null };
  const cookie = new RegExp(`(?:^|;\\s*)${timeZoneCookie}=([^;]*)`).exec(headers.get('cookie') ?? '')?.[1];
  const timeZone = findTimeZone(member.timeZone ?? '') ?? findTimeZone(cookie?.trim() ?? '') ?? 'UTC';
  return { numbers, timeZone, currency: currencies.find((known) => known === member.displayCurrency) ?? null };
}
