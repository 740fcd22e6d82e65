import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { holderOf, lockFolder } from './folder-lock.ts';

const folder = mkdtempSync(join(tmpdir(), 'sleeved-lock-'));
const file = join(folder, 'sleeved.pid');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('[B-03] a folder names the process that holds it until it is given back', () => {
  const unlock = lockFolder(folder);
  expect(readFileSync(file, 'utf8')).toBe(String(process.pid));
  unlock();
  expect(() => readFileSync(file)).toThrow();
});

test('[B-03] the number of a process that has gone, or of another program, holds nothing', () => {
  for (const stale of ['999999999', String(process.ppid), 'rubbish', '']) {
    writeFileSync(file, stale);
    expect(holderOf(folder)).toBe(null);
    lockFolder(folder)();
  }
});

test('[B-03] whoever comes after another leaves that one its lock', () => {
  const unlock = lockFolder(folder);
  writeFileSync(file, '999999999');
  unlock();
  expect(readFileSync(file, 'utf8')).toBe('999999999');
});
