import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { freePort } from '#platform/http/free-port.ts';
import { eicar, hasClamd, startClamd, startFakeClamd, withoutClamd } from '#testing/servers/clamd.ts';
import { createClamd, readAnswer } from './clamd.ts';
import { ScanFailed } from './scan.ts';

const folder = mkdtempSync(join(tmpdir(), 'sleeved-scan-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;
const fileOf = (content: string | Buffer) => {
  const path = join(folder, String(count++));
  writeFileSync(path, content);
  return path;
};
/** Larger than a socket's buffer. */
const large = Buffer.alloc(900_000, 'a card ');

test('an answer of clamd means clean, has the name of a match, or is an error', () => {
  expect(readAnswer('stream: OK\0')).toBeNull();
  expect(readAnswer('stream: Win.Test.EICAR_HDB-1 FOUND\0')).toBe('Win.Test.EICAR_HDB-1');
  for (const other of [
    '',
    '\0',
    'INSTREAM size limit exceeded. ERROR\0',
    'stream: lstat() failed ERROR\0',
    'OK\0',
    'stream: OK and more\0',
  ])
    expect(() => readAnswer(other), other).toThrow(ScanFailed);
});

for (const [name, start] of [
  ['a server that speaks its protocol', startFakeClamd],
  ['clamd itself', startClamd],
] as const) {
  test.skipIf(name === 'clamd itself' && !hasClamd)(
    `files are scanned by ${name} (${withoutClamd})`,
    { timeout: 60_000 },
    async () => {
      const server = await start();
      try {
        const { scan } = createClamd(server.url);
        expect(await scan(fileOf('a list of cards'))).toBeNull();
        expect(await scan(fileOf(''))).toBeNull();
        expect(await scan(fileOf(large))).toBeNull();
        expect(await scan(fileOf(eicar))).toMatch(/^Eicar-Test-Signature/);
        expect(await scan(fileOf(Buffer.concat([large, Buffer.from(eicar)])))).toMatch(/^Eicar-Test-Signature/);
        expect(
          await Promise.all(Array.from({ length: 8 }, (_, n) => scan(fileOf(n % 2 ? eicar : 'fine')))),
        ).toHaveLength(8);
      } finally {
        await server.close();
      }
    },
  );
}

test('a scanner that is unreachable, hangs up, answers an error or has a lower size limit makes the scan fail', async () => {
  const away = createClamd(`tcp://127.0.0.1:${await freePort()}`);
  await expect(away.scan(fileOf('x'))).rejects.toThrow(ScanFailed);
  for (const server of [
    await startFakeClamd({ answer: null }),
    await startFakeClamd({ answer: 'stream: no memory ERROR' }),
    await startFakeClamd({ limit: 1_000 }),
  ]) {
    await expect(createClamd(server.url).scan(fileOf(large))).rejects.toThrow(ScanFailed);
    await server.close();
  }
});

test('clamd is reached through a local socket too', async () => {
  const path = join(folder, 'clamd.ctl');
  const server = createServer((line) =>
    line.on('data', () => line.end('stream: OK\0')).on('error', () => line.destroy()),
  );
  await new Promise<void>((resolve) => server.listen(path, resolve));
  expect(await createClamd(`unix://${path}`).scan(fileOf('x'))).toBeNull();
  await new Promise((resolve) => server.close(resolve));
});
