import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildFolder } from '#app/rendering/pages.server.ts';
import { startTestMarket, type TestMarket } from '#testing/server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
});
afterAll(() => market.close());

const files = readdirSync(join(buildFolder, 'client/assets'));
const fileLike = (form: RegExp) => `/assets/${files.find((name) => form.test(name)) ?? 'none'}`;
const policyOf = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(market.url + path, { headers });
  expect([path, answer.status]).toEqual([path, 200]);
  await answer.arrayBuffer();
  return { policy: answer.headers.get('content-security-policy') ?? '', kept: answer.headers.get('cache-control') };
};

test('the worker that reads photos connects to this server only, packed or not, and no page may run WebAssembly for it', {
  timeout: 60_000,
}, async () => {
  const worker = fileLike(/^worker\.min-[^.]+\.js$/);
  for (const coding of ['br', 'gzip', 'identity']) {
    const { policy, kept: cacheControl } = await policyOf(worker, { 'accept-encoding': coding });
    expect(policy).toBe("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'");
    expect(cacheControl).toBe('public, max-age=31536000, immutable');
  }
  for (const file of [/^tesseract-core-.+\.js$/, /^eng\.traineddata-.+\.gz$/])
    expect((await policyOf(fileLike(file))).policy).toMatch(/^default-src 'none'; base-uri/);
  expect((await policyOf('/')).policy).not.toContain('wasm');
});

test('the server’s own program and pages carry nothing of the reader', () => {
  const folder = join(buildFolder, 'server');
  const server = globSync('**/*.js', { cwd: folder })
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
  expect(server).not.toMatch(/createWorker|TesseractCore/);
});
