import lighthouse from 'lighthouse';
import type { Browser } from 'puppeteer-core';
import { listingPath, withChromium } from '../lib/browser.ts';
import type { Release } from '../lib/releases.ts';
import { median } from '../lib/statistics.ts';
import { table } from '../lib/table.ts';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const times = ['largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift'] as const;

interface Visit {
  /** Out of 100, in the order of `categories`. */
  scores: number[];
  /** In the order of `times`. */
  times: number[];
  /** Reasons for a score below 100, except performance. */
  failedAudits: string[];
}

/** Lighthouse's mobile scores and times of home, browse and a listing; medians of the rounds. */
export async function benchLighthouse(releases: readonly Release[], rounds: number, say: (line: string) => void) {
  const rows: string[][] = [];
  const failed = new Set<string>();
  await withChromium(async (browser) => {
    for (const name of ['home', 'browse', 'listing']) {
      const visits = releases.map((): Visit[] => []);
      for (let round = 0; round < rounds; round++)
        for (const [n, { app }] of releases.entries()) {
          const path = { home: '/', browse: '/browse' }[name] ?? (await listingPath(app.url));
          visits[n]?.push(await visit(browser, app.url + path));
        }
      for (const [n, all] of visits.entries()) {
        const release = releases[n]?.name ?? '';
        for (const audit of all.flatMap(({ failedAudits }) => failedAudits))
          failed.add(`${name}, ${release}: ${audit}`);
        const scores = categories.map((_, i) => median(all.map((each) => each.scores[i] ?? 0)).toFixed(0));
        const [lcp = 0, blocked = 0, cls = 0] = times.map((_, i) =>
          median(all.map((each) => each.times[i] ?? Number.NaN)),
        );
        rows.push([name, release, ...scores, lcp.toFixed(0), blocked.toFixed(0), cls.toFixed(3)]);
      }
    }
  });
  say(`\n${table(['page', 'release', ...categories, 'LCP ms', 'TBT ms', 'CLS'], rows)}`);
  say('target: at least 90 for performance, 100 for the others');
  for (const audit of failed) say(audit);
}

async function visit(browser: Browser, url: string): Promise<Visit> {
  const page = await browser.newPage();
  const result = await lighthouse(
    url,
    { logLevel: 'error', onlyCategories: [...categories] },
    undefined,
    page as never,
  );
  await page.close();
  if (!result) throw new Error(`Lighthouse had no result for ${url}`);
  const { categories: scored, audits } = result.lhr;
  const failedAudits = categories
    .slice(1)
    .flatMap((id) => scored[id]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => `${audits[id]?.title} (${id})`);
  return {
    scores: categories.map((id) => Math.round((scored[id]?.score ?? 0) * 100)),
    times: times.map((id) => audits[id]?.numericValue ?? Number.NaN),
    failedAudits,
  };
}
