import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodeFlags, program } from './node-flags.mjs';

test('a fault of the bundled program names the line of its source', () => {
  // The first thing that it says breaks: what follows is printed with where it came from.
  const breaks = 'data:text/javascript,process.stdout.write=()=>{throw new TypeError("broken on purpose")}';
  const { stderr, status } = spawnSync(process.execPath, [...nodeFlags, `--import=${breaks}`, program, '--help'], {
    cwd: join(import.meta.dirname, '..'),
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr).toMatch(/broken on purpose\n\s+at .*\n\s+at main \(.*\/src\/main\.ts:\d+:\d+\)/);
});

const folder = join(import.meta.dirname, '../build/server');
const files = globSync('**/*.js', { cwd: folder });
const textOf = (file: string) => readFileSync(join(folder, file), 'utf8');

test('the text of no module takes two bytes a character', () => {
  // V8 needs one byte for the first 256 characters; in a text of a megabyte or more, for the first 128.
  const wide = files.flatMap((file) => {
    const text = textOf(file);
    const at = text.match(text.length > 900_000 ? /.{0,30}[^\0-\x7f].{0,30}/ : /.{0,30}[\u0100-\uffff].{0,30}/);
    return at ? [`${file}: ${at[0]}`] : [];
  });
  expect(wide, 'write such a character as \\uXXXX').toEqual([]);
});

test('server and pages share one copy of each module', () => {
  const all = files.map(textOf).join('\n');
  for (const once of [
    /\bRefusal = class extends Error|^class Refusal\b/gm,
    /^function presentListing\(/gm,
    /^function useLoaderData\(/gm,
  ])
    expect([once.source, all.match(once)?.length]).toEqual([once.source, 1]);
});
