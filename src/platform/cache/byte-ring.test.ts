import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ByteRing } from './byte-ring.ts';

test('gives what was written, or nothing once something else lies there, whatever the lengths', () => {
  const piece = fc.oneof(fc.uint8Array({ maxLength: 70 }), fc.string({ unit: 'grapheme', maxLength: 20 }));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (all) => {
      const ring = new ByteRing(64);
      const written: { at: number; bytes: Uint8Array }[] = [];
      for (const given of all) {
        const bytes = Buffer.from(given as string);
        written.push({ at: ring.write(given), bytes });
        expect(ring.end - (written.at(-1)?.at ?? 0)).toBe(bytes.byteLength);
        for (const { at, bytes: before } of written) {
          const found = ring.copy(at, before.byteLength);
          if (found) expect([...found]).toEqual([...before]);
        }
        // The newest is always there, if it has room at all.
        expect(ring.copy(written.at(-1)?.at ?? 0, bytes.byteLength) !== undefined).toBe(bytes.byteLength <= 64);
      }
    }),
    { numRuns: 300 },
  );
});

test('a copy stays what it is when the ring comes round', () => {
  const ring = new ByteRing(8);
  const at = ring.write(Buffer.from('charizar'));
  const copied = ring.copy(at, 8);
  ring.write(Buffer.from('pikachu!'));
  expect(copied?.toString()).toBe('charizar');
  expect(ring.copy(at, 8)).toBeUndefined();
});
