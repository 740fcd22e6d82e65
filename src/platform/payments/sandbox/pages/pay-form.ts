import { digitsOf } from '../cards.ts';
import type { Buyer } from '../charge.ts';
import type { Session } from '../objects.ts';

export const payFields = [
  'email',
  'cardNumber',
  'expiry',
  'cvc',
  'name',
  'line1',
  'line2',
  'postal_code',
  'city',
  'country',
] as const;
export type PayField = (typeof payFields)[number];

/** The entered values. A refused form returns all of them to the buyer; nothing is stored. */
export type Typed = Partial<Record<PayField, string | undefined>>;

/** `errors`: field → message. */
export type Read = { buyer: Buyer; typed: Typed } | { errors: Record<string, string>; typed: Typed };

/** Validates the form for this session; `now` by the sandbox clock. */
export function readForm(session: Session, body: Record<string, unknown>, now: Date): Read {
  // Cut at character boundaries, and without NUL, which PostgreSQL text cannot store.
  const text = (name: PayField) =>
    typeof body[name] === 'string'
      ? [...body[name].replaceAll('\0', '').trim()].slice(0, 200).join('').toWellFormed()
      : '';
  const typed = Object.fromEntries(payFields.map((name) => [name, text(name)])) as Record<PayField, string>;
  const { line1, line2, city, postal_code, country, email, name, expiry } = typed;
  const errors: Record<string, string> = {};
  if (email && !/^[^\s@]+@[^\s@]+$/.test(email)) errors.email = 'Enter an email such as name@example.com.';
  if (!/^\d{12,19}$/.test(digitsOf(typed.cardNumber))) errors.cardNumber = 'Enter the card number.';
  if (!isExpiry(expiry)) errors.expiry = 'Enter month and year, for example 12/34.';
  else if (hasExpired(expiry, now)) errors.expiry = "Your card's expiration date is in the past.";
  if (!/^\d{3,4}$/.test(typed.cvc)) errors.cvc = 'Enter the 3 or 4 digits.';
  if (!name) errors.name = 'Enter your name.';
  const countries = session.shipping_address_collection?.allowed_countries;
  if (countries) {
    if (!line1) errors.line1 = 'Enter your street and number.';
    if (!city) errors.city = 'Enter your city.';
    if (!postal_code) errors.postal_code = 'Enter your postal code.';
    if (!countries.includes(country)) errors.country = 'Select a country.';
  }
  if (Object.keys(errors).length > 0) return { errors, typed };
  const address = countries ? { line1, line2: line2 || null, city, postal_code, country, state: null } : null;
  return { buyer: { card: typed.cardNumber, name, email: email || null, address }, typed };
}

/**
 * Month and year in two or four digits, with a slash, a space, a hyphen or nothing between: `12/34`, `12 / 34`, `1234`,
 * `12/2034`, `1/34`.
 */
export function isExpiry(text: string): boolean {
  return /^(0?[1-9]|1[0-2])\s*[/ -]\s*(\d{2}|20\d{2})$/.test(text) || /^(0[1-9]|1[0-2])(\d{2}|20\d{2})$/.test(text);
}

/** Whether the month of an expiry is over. A card is valid until its end. */
export function hasExpired(text: string, now: Date): boolean {
  const digits = text.replace(/\D/g, '');
  const parts = /^(\d{1,2})\D+(\d+)$/.exec(text) ?? [text, digits.slice(0, 2), digits.slice(2)];
  const [month, year] = [Number(parts[1]), Number(parts[2]) % 100];
  return (
    2_000 + year < now.getUTCFullYear() || (2_000 + year === now.getUTCFullYear() && month < now.getUTCMonth() + 1)
  );
}

/**
 * The first available country of a browser's languages (`de-AT, en;q=0.8`); a language alone (`de, en-US;q=0.7`) means
 * the country of most of its speakers. Stripe uses the network address.
 */
export function homeOf(languages: string | undefined, countries: readonly string[]): string | undefined {
  const named = (languages ?? '').matchAll(/[a-z]{2,3}(?:-[A-Za-z]{2,4})*/g);
  return [...named].map(([tag]) => regionOf(tag)).find((code) => countries.includes(code));
}

function regionOf(tag: string): string {
  try {
    return new Intl.Locale(tag).maximize().region ?? '';
  } catch {
    return '';
  }
}
