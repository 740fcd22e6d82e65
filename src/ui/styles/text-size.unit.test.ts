import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const source = new URL('../../', import.meta.url);

test('sizes of text and breakpoints follow the browser’s text size: none is in px', () => {
  const sheets = globSync('**/*.css', { cwd: source });
  expect(sheets.length).toBeGreaterThan(40);
  const inPx = /(font-size|line-height): *[\d.]+px|font:[^;{}]*\d+px|@(media|container)[^{]*width: *\d+px/g;
  const inClasses = /\b(text|leading)-\[[\d.]+px/g;
  const found = [...sheets, ...globSync('**/*.tsx', { cwd: source })].flatMap((file) =>
    (readFileSync(new URL(file, source), 'utf8').match(file.endsWith('.css') ? inPx : inClasses) ?? []).map(
      (size) => `${file} ${size}`,
    ),
  );
  expect(found).toEqual([]);
});
