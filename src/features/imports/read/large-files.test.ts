import { setImmediate as nextIteration } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { noteText } from '../model/note.texts.ts';
import { decode } from './decode.ts';
import { measureLines } from './measure-lines.ts';
import { readTable, UnreadableFile } from './read-table.ts';

const megabytes = (count: number) => count * 1024 * 1024;
const header = 'Name,Set,Quantity,Description\n';

/** As many lines as fit into a number of bytes. */
function file(line: Uint8Array, bytes: number, first = header): Buffer {
  const start = Buffer.from(first);
  return Buffer.concat([start, Buffer.alloc(Math.floor((bytes - start.length) / line.length) * line.length, line)]);
}
const words = (count: number) => 'near mint, pulled and sleeved; '.repeat(Math.ceil(count / 31)).slice(0, count);
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const rowOf = (name: string) => `"${name}",Base Set,1,"${words(480)}"\n`;
/** UTF-8 that was decoded as Windows-1252 and saved again. */
const mojibake = (text: string) => Buffer.from(latin1(Buffer.from(text).toString('latin1')).toString('latin1'));

/**
 * The longest processor time (ms) of one iteration of the event loop, in which nothing else is served. Other programs
 * on the machine do not count.
 */
async function longestIteration(work: () => Promise<unknown>): Promise<number> {
  const spent = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  let longest = 0;
  let isOver = false;
  let last = spent();
  const look = () => {
    const now = spent();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const watching = (async () => {
    while (!isOver) {
      await nextIteration();
      look();
    }
  })();
  await work();
  look();
  isOver = true;
  await watching;
  return longest;
}

const read = (bytes: Uint8Array) =>
  readTable(bytes, (cells) => cells[0] === 'Name').then(
    ({ rows, notes }) => `${rows.length} rows. ${notes.map(noteText).join(' ')}`,
    (error: unknown) => {
      if (error instanceof UnreadableFile) return error.message;
      throw error;
    },
  );

const all = megabytes(25);
const files: Record<string, [bytes: () => Buffer, said: RegExp]> = {
  'latin-1 from its first line': [
    () => file(latin1(rowOf('Pokémon Flabébé')), all),
    /^5\d{4} rows\. The file isn’t UTF-8\. We read it as WINDOWS-1252/,
  ],
  'latin-1 from its last line': [
    () => Buffer.concat([file(latin1(rowOf('Eevee')), all - 1_000), latin1(rowOf('Flabébé'))]),
    /^5\d{4} rows\. The file isn’t UTF-8\. We read it as WINDOWS-1252/,
  ],
  'text that was encoded twice': [
    () => file(mojibake(rowOf('Pokémon Flabébé')), all),
    /^5\d{4} rows\. The file was saved in a wrong encoding/,
  ],
  'text that looks encoded twice until its end': [
    () => Buffer.concat([file(mojibake(rowOf('Flabébé')), all - 1_000), Buffer.from(rowOf('ピカチュウ'))]),
    /^5\d{4} rows\. $/,
  ],
  'Japanese in Shift_JIS': [
    () =>
      file(
        Buffer.concat([
          Buffer.from('"'),
          Buffer.from([0x83, 0x73, 0x83, 0x4a, 0x83, 0x60, 0x83, 0x85, 0x83, 0x45]),
          latin1(rowOf('').slice(1)),
        ]),
        all,
      ),
    /^5\d{4} rows\. The file isn’t UTF-8/,
  ],
  'a single line': [() => Buffer.alloc(all, 'x'), /^Line 1 has more than 100,000 characters/],
  'a single line of cells': [() => Buffer.alloc(all, 'x,'), /^Line 1 has more than 100,000 characters/],
  'a single line in latin-1': [() => Buffer.alloc(all, 0xe9), /^Line 1 has more than 100,000 characters/],
  'empty lines': [() => Buffer.alloc(all, '\n'), /^The file has more than 250,000 lines/],
  'spaces and line ends': [() => Buffer.alloc(all, ' \r\n'), /^The file has more than 250,000 lines/],
  'a quotation mark that is never closed': [
    () => file(Buffer.from(rowOf('Eevee').replaceAll('"', '')), all, `${header}"Eevee`),
    /Close the quotation mark before it/,
  ],
  'a quotation mark that is opened at the end': [
    () => Buffer.concat([file(Buffer.from(rowOf('Eevee')), all - 1_000), Buffer.from('"Eevee')]),
    /^A quotation mark that opens in line 5\d{4} isn’t closed/,
  ],
  'NUL bytes': [
    () => Buffer.concat([file(Buffer.from(rowOf('Eevee')), all - 1_000), Buffer.from('\0')]),
    /isn’t a text file/,
  ],
};

describe('a file of 25 MB', () => {
  beforeAll(async () => {
    // Warms up the compiler before the measurement.
    await read(file(latin1(rowOf('Flabébé')), megabytes(2)));
    await read(file(mojibake(rowOf('Flabébé')), megabytes(2)));
  });

  test.each(Object.entries(files))(
    'of %s is read, and others are served meanwhile',
    { timeout: 60_000 },
    async (_, [make, said]) => {
      const bytes = make();
      expect(bytes.length).toBeGreaterThan(all - 2_000);
      let answer = '';
      const longest = await longestIteration(async () => {
        answer = await read(bytes);
      });
      expect(answer).toMatch(said);
      expect(longest).toBeLessThanOrEqual(100);
    },
  );
});

test('splitting a file into pieces does not change the result', async () => {
  // A character, a line end or a pair of characters may be split by the boundary of a piece.
  for (let before = 65_520; before <= 65_545; before++) {
    const start = `${'x'.repeat(before % 7)}\n`.padEnd(before, 'row\n');
    expect((await decode(Buffer.from(`${start}é🃏ピ`))).text).toBe(`${start}é🃏ピ`);
    expect((await decode(mojibake(`${start}é`))).text).toBe(`${start}é`);
    expect(await decode(latin1(`${start}Flabébé`))).toMatchObject({
      text: `${start}Flabébé`,
      notes: [{ code: 'not_utf8', params: { encoding: 'WINDOWS-1252' } }],
    });
  }
  for (let before = 32_760; before <= 32_775; before++) {
    const measured = await measureLines(`${'x'.repeat(before)}\r\ny\r\n`, { most: 10, longest: 40_000 });
    expect(measured).toEqual({ count: 2, tooLong: null, hasMixedEnds: false, hasNul: false });
  }
  expect(await measureLines('a\nb\r\nc', { most: 10, longest: 5 })).toMatchObject({ count: 3, hasMixedEnds: true });
  expect(await measureLines('a\nbbbbbb\nc', { most: 10, longest: 5 })).toMatchObject({ tooLong: 2 });
  expect(await measureLines('a\nbbbbbb', { most: 10, longest: 5 })).toMatchObject({ tooLong: 2 });
});
