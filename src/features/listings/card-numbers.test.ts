import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CardNumbers } from './card-numbers.ts';

const alphabet = [...'0123456789abcdefghjkmnpqrstvwxyz'];
const ofCatalogue = fc.array(fc.constantFrom(...alphabet), { minLength: 16, maxLength: 16 }).map((letters) => letters.join(''));
const bitsOf = (letters: string) => [...letters].reduce((bits, letter) => bits * 32 + alphabet.indexOf(letter), 0);
const other = fc.oneof(fc.string({ maxLength: 18 }), fc.constantFrom('0000000000000000', 'iiiiiiiiiiiiiiii', 'é000000000000000', 'a'));

test('[10-2] numbers cards as a Map would, those that are no ids of the catalogue too', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof({ weight: 4, arbitrary: ofCatalogue }, { weight: 1, arbitrary: other }), { maxLength: 300 }), (ids) => {
      const numbers = new CardNumbers();
      const model = new Map<string, number>();
      for (const id of ids) {
        expect(numbers.find(id)).toBe(model.get(id));
        if (!model.has(id)) model.set(id, model.size + 1);
        expect(numbers.add(id)).toBe(model.get(id));
      }
      for (const [id, number] of model) {
        expect(numbers.find(id)).toBe(number);
        if (/^[0-9a-hj-km-np-tv-z]{16}$/.test(id)) expect(numbers.findBits(bitsOf(id.slice(0, 8)), bitsOf(id.slice(8)))).toBe(number);
      }
      expect(numbers.add(null)).toBe(0);
    }),
    { numRuns: 200 },
  );
});

test('[10-2] finds each of fifty thousand again', () => {
  const numbers = new CardNumbers();
  const idOf = (n: number) => [...n.toString(32).padStart(16, '0')].map((digit) => alphabet[Number.parseInt(digit, 32)]).join('');
  for (let n = 0; n < 50_000; n++) expect(numbers.add(idOf(n * 7_919))).toBe(n + 1);
  for (let n = 0; n < 50_000; n++) expect(numbers.find(idOf(n * 7_919))).toBe(n + 1);
});
