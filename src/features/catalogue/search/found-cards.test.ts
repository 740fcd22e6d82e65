import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CardIndex, writeCardId } from './card-index.ts';
import { FoundCards } from './found-cards.ts';

const alphabet = [...'0123456789abcdefghjkmnpqrstvwxyz'];
const id = fc.array(fc.constantFrom(...alphabet), { minLength: 16, maxLength: 16 }).map((letters) => letters.join(''));
const bitsOf = (letters: string) => [...letters].reduce((bits, letter) => bits * 32 + alphabet.indexOf(letter), 0);

test('[10-2] the bits of found cards are those of their ids', () => {
  fc.assert(
    fc.property(fc.array(id, { minLength: 1, maxLength: 30 }), (ids) => {
      const cardIds = new Uint8Array(ids.length * 10);
      for (const [card, each] of ids.entries()) writeCardId(cardIds, card * 10, each);
      const found = new FoundCards({ cardIds } as CardIndex, [...ids.keys()]);
      expect(found.ids).toEqual(ids);
      expect(found.length).toBe(ids.length);
      for (const [at, each] of ids.entries())
        expect([found.half(at, 0), found.half(at, 1)]).toEqual([bitsOf(each.slice(0, 8)), bitsOf(each.slice(8))]);
    }),
  );
});
