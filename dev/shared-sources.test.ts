import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { drawingNothing } from './shared-sources.ts';

test('[10-5] pages share with the program what draws nothing, by itself or by whatever it imports', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sleeved-shared-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = {
    'kernel/time.ts': `export const second = 1;`,
    'a/rules.ts': `import { second } from '#kernel/time.ts';\nimport type { Tile } from './tile.tsx';`,
    'a/many-lines.ts': `import {\n  type Tile,\n  tile,\n} from './tile.tsx';`,
    'a/tile.tsx': `export const tile = null;`,
    'a/later.ts': `export const later = () => import('./passes-on.ts');`,
    'a/passes-on.ts': `export { tile } from './many-lines.ts';`,
    'a/drawing.ts': `import { Heart } from 'lucide-react';`,
    'a/reader.client.ts': `export {};`,
    'a/file.ts': `import url from './words.txt?url';`,
    'a/uses-react.ts': `import { useState } from 'react';`,
    'a/rules.test.ts': `export {};`,
  };
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  expect([...drawingNothing(folder)].map((file) => relative(folder, file)).sort()).toEqual(['a/rules.ts', 'a/uses-react.ts', 'kernel/time.ts']);
});
