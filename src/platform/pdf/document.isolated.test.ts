import { getDocumentProxy } from 'unpdf';
import { expect, test, vi } from 'vitest';
import { openPdf } from './document.server.ts';

/** The fonts of two letters that were lost: one has no file, the other's is no font. */
vi.mock('./script-fonts.server.ts', async (original) => {
  const real = await original<typeof import('./script-fonts.server.ts')>();
  const lost = new Map([
    ['Ω', { name: 'lost', file: '/nowhere/lost.woff2' }],
    ['Ж', { name: 'broken', file: import.meta.filename }],
  ]);
  return { partFor: (char: string) => lost.get(char) ?? real.partFor(char) };
});

/** The lines as they are seen, each from its left end: pieces in the order of where they stand, without the spaces. */
async function printed(text: string, width: number, words = [text]) {
  const pdf = await openPdf('A paper', words);
  pdf.page();
  pdf.write(text, { x: 20, y: 20, width });
  const page = await (await getDocumentProxy(new Uint8Array(await pdf.end()))).getPage(1);
  const lines = new Map<number, [x: number, piece: string][]>();
  for (const item of (await page.getTextContent()).items) {
    if (!('str' in item) || item.str.trim() === '') continue;
    const [, , , , x, y] = item.transform as [number, number, number, number, number, number];
    lines.set(y, [...(lines.get(y) ?? []), [x, item.str.trim()]]);
  }
  return {
    lacks: pdf.lacks(text),
    lines: [...lines.values()].map((line) => line.sort(([a], [b]) => a - b).map(([, piece]) => piece)),
  };
}

test('lines of one text are of one direction: that of the whole, even where a line begins with words of the other', async () => {
  const { lines } = await printed('רחוב שדרות ירושלים הארוכה 112, Building B entrance 3 דירה 5', 150);
  // The flat stands at the left end, as far from the entrance as a line in Hebrew has it; by itself the second line
  // would end with “3 5”.
  expect(lines[1]).toEqual(['5', 'דירה', 'Building B entrance 3']);
});

test('marks that turn the direction of writing turn nothing on a paper', async () => {
  const turning = [
    '\u200e',
    '\u200f',
    '\u061c',
    '\u202a',
    '\u202b',
    '\u202c',
    '\u202d',
    '\u202e',
    '\u2066',
    '\u2067',
    '\u2068',
    '\u2069',
  ];
  for (const mark of turning) {
    expect(await printed(`${mark}Ben ${mark}12 Hill${mark} Road 34`, 300), mark.codePointAt(0)?.toString(16)).toEqual({
      lacks: false,
      lines: [['Ben 12 Hill Road 34']],
    });
  }
});

test('a letter whose font cannot be used is a question mark, and that is said; the rest of the paper is printed', async () => {
  expect(await printed('Zoë Ω5 Ж6', 300)).toEqual({ lacks: true, lines: [['Zoë ?5 ?6']] });
  // Nor is a letter that nobody announced.
  expect(await printed('Zoë 山', 300, ['Zoë'])).toEqual({ lacks: true, lines: [['Zoë ?']] });
  // Of two words the one's last letter and the other's first do not become one, of another font.
  expect(await printed('\u0303a', 300, ['y', '\u0303a'])).toMatchObject({ lacks: false });
});

test('what a font claims and does not have, or cannot set, is a question mark that is said, and no empty box and no failure', async () => {
  expect(await printed('Ґалаґан', 300)).toEqual({ lacks: false, lines: [['Ґалаґан']] });
  expect(await printed('Zoë \u01c4 7', 300)).toEqual({ lacks: true, lines: [['Zoë ? 7']] });
  // Arabic letters at whose dots and marks the library fails: at one by itself, at others only beside each other.
  for (const name of ['ڢ', '5 \u0642\u06d6', '\u0641\u0615\u0644']) {
    const { lacks, lines } = await printed(name, 300);
    expect([name, lacks, lines.join('')]).toEqual([name, true, expect.stringContaining('?')]);
  }
});
