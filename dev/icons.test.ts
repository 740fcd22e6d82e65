import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { plainIcon } from './icons.ts';

const folder = join(import.meta.dirname, '../node_modules/lucide-react/dist/esm/icons');

test('[10-4] every icon loses keys by chance and former names, and nothing that is drawn', () => {
  const files = globSync('*.mjs', { cwd: folder });
  expect(files.length).toBeGreaterThan(1_000);
  const drawn = (code: string) => code.replace(/\bkey: "\w+"/g, '');
  for (const file of files) {
    const code = readFileSync(join(folder, file), 'utf8');
    const plain = plainIcon(code);
    expect(drawn(plain), file).toBe(
      drawn(code)
        .replace(/,\s*aliases: \[[^\]]*\]/, '')
        .replace('__iconData.node;\n', ''),
    );
    const keys = [...plain.matchAll(/key: "(\w+)"/g)].map(([, key]) => key);
    expect(keys, file).toEqual(keys.map((_, at) => String(at)));
    expect(keys.length, file).toBe(code.match(/key: "/g)?.length ?? 0);
  }
});
