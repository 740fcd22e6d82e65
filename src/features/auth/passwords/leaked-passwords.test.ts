import { createHash } from 'node:crypto';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket, testPassword } from '#testing/server.ts';
import { isLeakedPassword } from './leaked-passwords.server.ts';

const folder = mkdtempSync(join(tmpdir(), 'leaked-'));
const file = join(folder, 'hashes.txt');
const leaked = Array.from({ length: 3_000 }, (_, index) => `a leaked password ${index}`);
const hashOf = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase();
const lines = leaked.map((text, index) => `${hashOf(text)}:${index ** 3}`).sort();

const notified: string[] = [];
let market: TestMarket;
beforeAll(async () => {
  writeFileSync(file, lines.join('\r\n'));
  market = await startTestMarket({ env: { LEAKED_PASSWORDS_FILE: file }, onLog: (line) => notified.push(line) });
}, 60_000);
afterAll(async () => {
  await market?.close();
  rmSync(folder, { recursive: true });
});

test('[VA-11] each password of a list of leaked ones is found in it, the first and the last line too, and none that is not there', async () => {
  for (const text of leaked) expect(await isLeakedPassword(file, text), text).toBe(true);
  for (let index = 0; index < 500; index++) expect(await isLeakedPassword(file, `never leaked ${index}`)).toBe(false);
});

test('[VA-11] a list of one line, with and without its end, and one that is empty', async () => {
  const one = join(folder, 'one.txt');
  for (const [content, is] of [
    [`${hashOf('one')}:1`, true],
    [`${hashOf('one')}:1\n`, true],
    ['', false],
  ] as const) {
    writeFileSync(one, content);
    expect([await isLeakedPassword(one, 'one'), await isLeakedPassword(one, 'two')]).toEqual([is, false]);
  }
});

test('[VA-11] a sign-up with a leaked password, or a change to one, is refused at its field', async () => {
  const notified =
    'This password was leaked from another site. Choose another one, and change this password everywhere you use it.';
  const person = { email: 'somebody.new@example.test', username: 'somebody_new', password: leaked[7] };
  const joined = await market.request('POST', '/api/auth/sign-up/email', { body: person });
  expect([joined.status, joined.body.errors]).toEqual([422, { password: notified }]);
  const member = await market.signUp();
  const change = { currentPassword: testPassword, newPassword: leaked[8] };
  const changed = await market.request('POST', '/api/auth/change-password', { as: member, body: change });
  expect([changed.status, changed.body.errors]).toEqual([422, { newPassword: notified }]);
});

test('[VA-11] a list that has gone since the start blocks no sign-up', async () => {
  renameSync(file, `${file}.away`);
  const person = { email: 'somebody.later@example.test', username: 'somebody_later', password: leaked[9] };
  const joined = await market.request('POST', '/api/auth/sign-up/email', { body: person });
  renameSync(`${file}.away`, file);
  expect(joined.status).toBeLessThan(300);
  expect(notified.some((line) => line.includes('the list of leaked passwords cannot be read'))).toBe(true);
});
