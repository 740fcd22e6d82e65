import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodeFlags, program } from './node-flags.mjs';

test('[10-5] a fault of the bundled program names the line of its source', () => {
  // The first thing that it says breaks: what follows is printed with where it came from.
  const breaks = 'data:text/javascript,process.stdout.write=()=>{throw new TypeError("broken on purpose")}';
  const { stderr, status } = spawnSync(process.execPath, [...nodeFlags, `--import=${breaks}`, program, '--help'], {
    cwd: join(import.meta.dirname, '..'),
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr).toMatch(/broken on purpose\n\s+at .*\n\s+at main \(.*\/src\/main\.ts:\d+:\d+\)/);
});
