import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import lighthouse from 'lighthouse';
import { findChromium } from '../dev/chromium.ts';
import { freePort } from './ports.ts';
import { table } from './report.ts';

const asked = 95;
const categories = ['accessibility', 'best-practices', 'seo'] as const;

/**
 * Lighthouse as a phone on the running market: `npx node bench/lighthouse.ts http://127.0.0.1:3000`. Its speed score moves with whatever else the
 * machine does, so it is shown and not judged.
 */
const base = process.argv[2] ?? 'http://127.0.0.1:3000';
const profile = mkdtempSync(join(tmpdir(), 'sleeved-lighthouse-'));
const port = await freePort();
const flags = [
  '--headless=new',
  `--remote-debugging-port=${port}`,
  `--user-data-dir=${profile}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  'about:blank',
];
const chromium = spawn(await findChromium(), flags, { stdio: 'ignore' });
const ended = new Promise((resolve) => chromium.once('exit', resolve));
let short = 0;
try {
  await untilListening(port);
  const rows: string[][] = [];
  for (const [name, path] of Object.entries(await pagesOf(base))) {
    const result = await lighthouse(base + path, { port, logLevel: 'error', onlyCategories: [...categories, 'performance'] });
    if (!result) throw new Error(`Lighthouse had nothing to say of ${path}`);
    const { categories: scores, audits } = result.lhr;
    const score = (id: string) => Math.round((scores[id]?.score ?? 0) * 100);
    rows.push([name, ...categories.map((id) => String(score(id))), String(score('performance'))]);
    for (const id of categories) {
      if (score(id) >= asked) continue;
      short++;
      for (const { id: audit } of scores[id]?.auditRefs ?? []) {
        const found = audits[audit];
        if (found?.score !== null && found?.score !== undefined && found.score < 1) process.stdout.write(`${name}: ${found.title} (${audit})\n`);
      }
    }
  }
  process.stdout.write(`${table(['page', ...categories, '(speed)'], rows)}\n${short === 0 ? `all ≥ ${asked}` : `${short} below ${asked}`}\n`);
} finally {
  chromium.kill();
  await ended;
  rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
process.exitCode = short === 0 ? 0 : 1;

async function pagesOf(url: string): Promise<Record<string, string>> {
  const answer = await fetch(`${url}/api/listings?limit=1&sort=price_desc`);
  const { items } = (await answer.json()) as { items: { id: string }[] };
  const id = items[0]?.id;
  if (!id) throw new Error('the market has no listing to look at');
  return { home: '/', browse: '/browse', listing: `/listings/${id}` };
}

async function untilListening(at: number): Promise<void> {
  for (let waited = 0; waited < 20_000; waited += 100) {
    if ((await fetch(`http://127.0.0.1:${at}/json/version`).catch(() => null))?.ok) return;
    await pause(100);
  }
  throw new Error('Chromium did not start');
}
