import { expect, test } from 'vitest';
import { runsOf } from './runs.server.ts';

const seen = (line: string) => runsOf(line).map(({ part, text }) => [part.name.split(' ')[1], text]);

test('[11-3] a line of two directions is drawn in the order in which it is seen: words from right to left, numbers in them from left to right', () => {
  expect(seen('Zoë 5')).toEqual([['latin', 'Zoë 5']]);
  // “15 Rothschild Boulevard”, of which the number stands at the left end, and each word is turned round by its font.
  expect(seen('שדרות רוטשילד 15')).toEqual([
    ['latin', '15'],
    ['latin', ' '],
    ['hebrew', 'רוטשילד'],
    ['latin', ' '],
    ['hebrew', 'שדרות'],
  ]);
  expect(seen('12345 القاهرة')).toEqual([
    ['arabic', 'القاهرة'],
    ['latin', ' '],
    ['latin', '12345'],
  ]);
  expect(seen('Nour (نور) 7')).toEqual([
    ['latin', 'Nour ('],
    ['arabic', 'نور'],
    ['latin', ') '],
    ['latin', '7'],
  ]);
  // Brackets open the other way, and what stands between words of one direction goes with them.
  expect(seen('תל (אביב)')).toEqual([
    ['latin', '('],
    ['hebrew', 'אביב'],
    ['latin', ') '],
    ['hebrew', 'תל'],
  ]);
  // Persian letters that are not to be joined, by a character that is not drawn.
  expect(seen('می\u200cخواهد')).toEqual([
    ['arabic', 'خواهد'],
    ['arabic', 'می'],
  ]);
  expect(seen('ถนนสุขุมวิท 21')).toEqual([
    ['thai', 'ถนนสุขุมวิท'],
    ['latin', ' 21'],
  ]);
});
