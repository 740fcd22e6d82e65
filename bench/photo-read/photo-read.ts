import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { migrate } from '#platform/db/migrate.ts';
import { chromiumFlags, findChromium } from '../../dev/chromium.ts';
import { loadCatalogue } from '../accounts.ts';
import { startApp } from '../app.ts';
import { openBenchDatabase } from '../database.ts';
import { table } from '../report.ts';
import { chooseCards } from './cards.ts';
import { drawPhoto } from './draw-photo.ts';
import { type ReadPhoto, readInPage } from './read-in-page.ts';
import { rowsOf, summaryOf } from './summary.ts';

export interface PhotoReadOptions {
  /** Other seeds choose and draw other cards. */
  seed: number;
  /** Where the photos are kept, to be looked at; what lies there already is not drawn again. */
  keepIn: string | null;
  say(line: string): void;
}

const resultsFolder = join(import.meta.dirname, '../results');

/** Sixty drawn photos through the form of a listing, in Chromium against one process of the market with the shipped catalogue: how many show the right printing, and how long each takes. */
export async function benchPhotoRead({ seed, keepIn, say }: PhotoReadOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sleeved-bench-photo-'));
  const secret = randomBytes(32).toString('hex');
  Object.assign(process.env, { AUTH_SECRET: secret, DATA_DIR: folder });
  const database = await openBenchDatabase();
  const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags });
  try {
    await migrate(database.url);
    await loadCatalogue(database.url);
    const app = await startApp(database.url, secret, null);
    const page = await signedUp(browser, app.url);
    const easel = await browser.newPage();
    const read: ReadPhoto[] = [];
    for (const [at, card] of (await chooseCards(seed)).entries()) {
      const kept = keepIn === null ? null : join(keepIn, `${seed}-${at}.jpg`);
      const photo = kept && existsSync(kept) ? readFileSync(kept) : await drawPhoto(easel, card);
      if (kept) writeFileSync(kept, photo);
      const one = await readInPage(browser, page, card, photo);
      read.push(one);
      if (!one.isRight) say(`  ${at}: not ${card.name}, ${card.setName}, ${card.number}, but ${one.offered.join('; ') || one.said}`);
    }
    await app.stop();
    say(table(['', 'photos', 'right among three', 'right first', 'median', 'p95', 'slowest', 'processor time'], rowsOf(read)));
    mkdirSync(resultsFolder, { recursive: true });
    const machine = { cpus: cpus().length, model: cpus()[0]?.model, node: process.versions.node, browser: browser.version(), load: loadavg() };
    writeFileSync(
      join(resultsFolder, `photo-read-${seed}.json`),
      JSON.stringify({ at: new Date().toISOString(), machine, ...summaryOf(read), read }, null, 2),
    );
  } finally {
    await browser.close();
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function signedUp(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url });
  const data = { email: 'photo@bench.test', password: 'a bench of honest people', username: 'bench_photo', location: 'Lyon' };
  const answer = await context.request.post('/api/auth/sign-up/email', { data, headers: { origin: url } });
  if (!answer.ok()) throw new Error(`signing up was answered with ${answer.status()}: ${await answer.text()}`);
  return context.newPage();
}
