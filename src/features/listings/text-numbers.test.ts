import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TextNumbers } from './text-numbers.ts';

const text = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'B', 'b', ' ', '\n', 'é', '×'), maxLength: 6 }),
  fc.string({ minLength: 200, maxLength: 900 }),
);
const small = (one: string) => one.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

test('each text has one number, whatever its capitals, and those that hold a part are named', () => {
  fc.assert(
    fc.property(
      fc.array(
        text.filter((one) => one.isWellFormed() && !one.includes('\0')),
        { maxLength: 60 },
      ),
      fc.constantFrom('a', 'ab', 'b b', 'aba', '\n'),
      (texts, part) => {
        const [folded, exact] = [new TextNumbers(), new TextNumbers('as it is')];
        const numbers = texts.map((one) => folded.add(one));
        expect(new Set(numbers).size).toBe(new Set(texts.map(small)).size);
        expect(numbers.map((number) => folded.text(number))).toEqual(texts.map(small));
        expect(texts.map((one) => exact.text(exact.add(one)))).toEqual(texts);
        const holding = folded.holding(part);
        expect(numbers.map((number) => holding[number] === 1)).toEqual(texts.map((one) => small(one).includes(part)));
        expect([folded.add(null), holding[0]]).toEqual([0, 0]);
      },
    ),
  );
});

test('a thousand texts keep their numbers', () => {
  const texts = new TextNumbers();
  const numbers = Array.from({ length: 5_000 }, (_, i) => texts.add(`Card ${i}`));
  expect(numbers).toEqual(Array.from({ length: 5_000 }, (_, i) => i + 1));
  expect(Array.from({ length: 5_000 }, (_, i) => texts.add(`CARD ${i}`))).toEqual(numbers);
  for (const part of ['c', 'd 49', '999', 'card 7']) {
    expect([...texts.holding(part).slice(1)]).toEqual(Array.from({ length: 5_000 }, (_, i) => Number(`card ${i}`.includes(part))));
  }
});
