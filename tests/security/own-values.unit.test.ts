import { expect, test } from 'vitest';
import { frameOf } from '#features/catalogue/art/frames.ts';
import { raritySpellings, variantName } from '#features/catalogue/model/fact-words.ts';
import { nameWords } from '#features/imports/match/names.ts';
import { readCurrency } from '#features/imports/read/prices.ts';
import { readLanguage } from '#features/imports/read/row-values.ts';
import { gameName, languageName } from '#features/listings/components/listing-words.ts';
import { doorOf } from '#features/orders/model/self-buying.rules.ts';
import { ownValue } from '#kernel/own-value.ts';

/** Texts that every object answers to, though they were never set. */
const inherited = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__'];

test.each(
  inherited,
)('a request or a file that says %s finds nothing in a table of ours that does not have it', (text) => {
  expect(ownValue({ a: 1 }, text)).toBeUndefined();
  expect(gameName(text)).toBe(text);
  expect(languageName(text)).toBe(text.toUpperCase());
  expect(raritySpellings(text).every((word) => typeof word === 'string')).toBe(true);
  expect(variantName(text, text)).toBeNull();
  expect(readLanguage(text)).toEqual({ error: expect.objectContaining({ code: 'language_unknown' }) });
  expect(readCurrency(text, 'USD')).toEqual({ error: expect.objectContaining({ code: 'currency_unknown' }) });
  expect(nameWords(text).every((word) => typeof word === 'string')).toBe(true);
  expect(frameOf(text)).toBe(frameOf('magic'));
  const door = { line1: `1 ${text} street`, line2: null, postalCode: '10115', country: 'DE' };
  expect(doorOf(door)).not.toContain('native code');
});
