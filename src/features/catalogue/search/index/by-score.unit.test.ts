import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ByScore } from './by-score.ts';

test('entries come by their scores, the greatest first, equal ones as they were added', () => {
  const score = fc.oneof(fc.constantFrom(0, 0.05, 1, 1.1), fc.float({ min: 0, max: 500, noNaN: true }));
  fc.assert(
    fc.property(fc.array(score, { maxLength: 3_000 }), fc.boolean(), (list, isSecond) => {
      const scores = Float32Array.from(list);
      const order = new ByScore(scores);
      // The block is used again: what stood there before is forgotten.
      if (isSecond) {
        for (const entry of scores.keys()) order.add(scores.length - 1 - entry);
        order.sort();
        order.clear();
      }
      const entries = [...scores.keys()].reverse();
      for (const entry of entries) order.add(entry);
      order.sort();
      const sorted = [...entries].sort((a, b) => (scores[b] as number) - (scores[a] as number));
      expect(Array.from({ length: order.count }, (_, at) => order.entry(at))).toEqual(sorted);
    }),
  );
});
