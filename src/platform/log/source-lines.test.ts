import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
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

test('[10-5] a frame of a built file names the line of its source, as Node itself reads the map; a file without one stays as it is', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lines-'));
  const { code, map } = await transformWithOxc(source, join(folder, 'src/find.ts'), { sourcemap: true });
  const built = join(folder, 'built.js');
  writeFileSync(built, code);
  writeFileSync(`${built}.map`, JSON.stringify({ ...map, sources: ['src/find.ts'] }));
  const own = new SourceMap(map as never);
  const url = pathToFileURL(built).href;
  const lines = code.split('\n');
  // Not what stands before a line's first word: nothing is thrown there.
  const places = lines.flatMap((text, line) => [...text].map((_, column) => ({ line, column })).slice(text.search(/\S/)));
  const frames = places.map(({ line, column }) => `    at async find (${url}:${line + 1}:${column + 1})`);
  const expected = places.map(({ line, column }, i) => {
    const entry = own.findEntry(line, column);
    if (!('originalLine' in entry)) return frames[i];
    return `    at async find (${join(folder, 'src/find.ts')}:${entry.originalLine + 1}:${entry.originalColumn + 1})`;
  });
  expect(places.length).toBeGreaterThan(100);
  expect(inSource(frames)).toEqual(expected);
  const others = [`    at run (${url.replace('built', 'other')}:1:1)`, '    at node:internal/timers:12:3', '    at new Promise (<anonymous>)'];
  expect(inSource(others)).toEqual(others);
  rmSync(folder, { recursive: true });
});
