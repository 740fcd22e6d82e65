import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as crafted from '#platform/pictures/crafted.ts';
import { scanSentences } from '#platform/scan/scan.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { type ClamdServer, eicar, startFakeClamd } from '#testing/servers/clamd.ts';

let clamd: ClamdServer;
let market: TestMarket;
let seller: TestMember;
let draft: string;
const lines: string[] = [];
beforeAll(async () => {
  clamd = await startFakeClamd();
  market = await startTestMarket({ pages: true, env: { CLAMD_URL: clamd.url }, onLog: (line) => lines.push(line) });
  seller = await market.signUp('sends_files');
  const listing = {
    game: 'pokemon',
    name: 'Mew',
    condition: 'good',
    price: { amount: 700, currency: 'USD' },
    status: 'draft',
  };
  draft = (await market.request('POST', '/api/listings', { as: seller, body: listing })).body.id;
}, 120_000);
afterAll(async () => {
  await market?.close();
});

const form = (field: string, ...files: (string | Buffer)[]) => {
  const body = new FormData();
  for (const bytes of files)
    body.append(field, new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), 'file');
  return body;
};
const send = (path: string, body: FormData) => market.request('POST', path, { as: seller, body });
const stored = () => {
  const folder = join(market.platform.config.dataDir, 'files/photos');
  return existsSync(folder) ? readdirSync(folder).length : 0;
};

test('every file of a form is looked through, and one that is harmful refuses the whole form and is written down', async () => {
  const photo = await crafted.photo();
  const harmful = Buffer.concat([photo, Buffer.from(eicar)]);
  const refused = await send(`/api/listings/${draft}/photos`, form('photos', photo, harmful));
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    422,
    'infected_file',
    scanSentences.infected_file,
  ]);
  expect([clamd.scanned(), stored()]).toEqual([2, 0]);
  const security = lines.map((line) => JSON.parse(line)).filter(({ log }) => log === 'security');
  expect(security.at(-1)).toMatchObject({
    kind: 'http.infected-file',
    outcome: 'refused',
    code: 'infected_file',
    actor: seller.id,
  });
  expect(lines.join('\n')).toContain('Eicar-Test-Signature');
  expect((await send(`/api/listings/${draft}/photos`, form('photos', photo))).status).toBe(201);
  expect(stored()).toBe(1);
});

test('a profile picture is looked through as well, and its page says so', async () => {
  expect((await send('/api/profile/avatar', form('photo', eicar))).body.code).toBe('infected_file');
  const page = await market.request<string>('POST', '/settings/avatar', { as: seller, body: form('photo', eicar) });
  expect(page.headers.get('location')).toContain('refused=infected_file');
  expect((await market.request<string>('GET', page.headers.get('location') ?? '', { as: seller })).body).toContain(
    scanSentences.infected_file,
  );
});

test('while the scanner is away no file is taken, and it is said when to come back', async () => {
  const seen = clamd.scanned();
  await clamd.close();
  const refused = await send(`/api/listings/${draft}/photos`, form('photos', await crafted.photo()));
  expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([503, 'scan_away', '60']);
  expect([clamd.scanned(), stored()]).toEqual([seen, 1]);
});
