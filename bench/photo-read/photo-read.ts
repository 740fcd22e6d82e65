import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumFlags, findChromium } from '../../dev/chromium.ts';
import { table } from '../lib/table.ts';
import { chooseCards, type PhotographedCard } from './cards.ts';
import { drawPhoto } from './draw-photo.ts';
import { type ReadPhoto, readInPage } from './read-in-page.ts';
import { rowsOf } from './summary.ts';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Where photos are kept, to be looked at; what lies there already is not drawn again. */
    photos: { type: 'string' },
    /** Another one chooses and draws other cards. */
    seed: { type: 'string', default: '1' },
  },
});
const base = positionals[0] ?? 'http://127.0.0.1:3000';
const say = (line: string) => process.stdout.write(`${line}\n`);

/**
 * Sixty drawn photos through the form of a listing, in Chromium on a running market: how many show the right printing
 * among three, and how long each takes. `npx node bench/photo-read/photo-read.ts http://127.0.0.1:3000`
 */
const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags });
try {
  const page = await signedUp(browser);
  const easel = await browser.newPage();
  const read: ReadPhoto[] = [];
  for (const [at, card] of (await chooseCards(Number(flags.seed))).entries()) {
    const one = await readInPage(browser, page, card, await photoOf(easel, card, at));
    read.push(one);
    if (!one.isRight)
      say(`  ${at}: not ${card.name}, ${card.setName}, ${card.number}, but ${one.offered.join('; ') || one.said}`);
  }
  say(
    table(
      ['', 'photos', 'right among three', 'right first', 'median', 'p95', 'slowest', 'processor time'],
      rowsOf(read),
    ),
  );
} finally {
  await browser.close();
}

async function photoOf(easel: Page, card: PhotographedCard, at: number): Promise<Buffer> {
  if (!flags.photos) return drawPhoto(easel, card);
  const file = join(flags.photos, `${flags.seed}-${at}.jpg`);
  if (!existsSync(file)) {
    mkdirSync(flags.photos, { recursive: true });
    writeFileSync(file, await drawPhoto(easel, card));
  }
  return readFileSync(file);
}

async function signedUp(from: Browser): Promise<Page> {
  const context = await from.newContext({ baseURL: base });
  const username = `bench_${randomBytes(5).toString('hex')}`;
  const data = { email: `${username}@example.test`, password: 'a bench of honest people', username, location: 'Lyon' };
  const answer = await context.request.post('/api/auth/sign-up/email', { data, headers: { origin: base } });
  if (!answer.ok()) throw new Error(`signing up was answered with ${answer.status()}: ${await answer.text()}`);
  return context.newPage();
}
