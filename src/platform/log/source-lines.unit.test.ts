import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transformWithOxc } from 'vite';
import { expect, test } from 'vitest';
import { inSource } from './source-lines.ts';

const source = `interface Card { name: string }
export async function find(cards: readonly Card[], name: string): Promise<Card> {
  for (const card of cards) {
    if (card.name === name) return card;
  }
  throw new Error(\`no \${name}\`);
}
`;

test('a frame of a bundled file names the line of its source; a file without a map stays as it is', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lines-'));
  const { code, map } = await transformWithOxc(source, join(folder, 'src/find.ts'), { sourcemap: true });
  const built = join(folder, 'built.js');
  writeFileSync(built, code);
  writeFileSync(`${built}.map`, JSON.stringify({ ...map, sources: ['src/find.ts'] }));
  const url = pathToFileURL(built).href;
  const lines = code.split('\n');
  const frameAt = (words: string) => {
    const line = lines.findIndex((text) => text.includes(words));
    return `    at async find (${url}:${line + 1}:${(lines[line] ?? '').indexOf(words) + 1})`;
  };
  const inFile = (line: number, column: number) =>
    `    at async find (${join(folder, 'src/find.ts')}:${line}:${column})`;
  expect(inSource(['for (', 'card.name ===', 'throw '].map(frameAt))).toEqual([
    inFile(3, 3),
    inFile(4, 9),
    inFile(6, 3),
  ]);
  // Again, from the cache.
  expect(inSource([frameAt('throw ')])).toEqual([inFile(6, 3)]);
  const others = [
    `    at run (${url.replace('built', 'other')}:1:1)`,
    '    at node:internal/timers:12:3',
    '    at new Promise (<anonymous>)',
  ];
  expect(inSource(others)).toEqual(others);
  rmSync(folder, { recursive: true });
});
