import { expect, test } from 'vitest';
import { drawnSheet } from './icons.ts';

const root = new URL('..', import.meta.url).pathname;

test('the sheet of icons has each drawing that the sources import once, under Lucide’s own name, and nothing that runs or is fetched', async () => {
  const { names, text, file } = await drawnSheet(root);
  expect([names.get('Heart'), names.get('Grid2x2'), names.get('House')]).toEqual(['heart', 'grid-2x2', 'house']);
  const ids = [
    ...text.matchAll(/<symbol id="([\w-]+)" viewBox="0 0 24 24">(?:<\w+( [\w-]+="[^"]*")+\/>)+<\/symbol>/g),
  ].map(([, id]) => id);
  expect(ids).toEqual([...new Set(names.values())]);
  expect(text).not.toMatch(/script|href|style|https?:\/\/(?!www\.w3\.org\/2000\/svg)/);
  expect(file).toMatch(/^assets\/i-[0-9a-f]{8}\.svg$/);
});
