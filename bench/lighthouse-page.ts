import lighthouse, { startTimespan } from 'lighthouse';
import type { Browser } from 'puppeteer-core';

const categories = ['accessibility', 'best-practices', 'seo', 'performance'] as const;
const asked = 95;
const restMs = 4_000;

export interface Looked {
  /** As in `categories`, of 100. */
  scores: number[];
  lcp: number;
  blocked: number;
  cls: number;
  /** Of the first press on what needs the script, on a page that nobody has touched for some seconds. */
  inp: number;
  /** What keeps a score below what is asked; of speed nothing is asked. */
  short: string[];
}

/** What Lighthouse says of an address on a slow phone: of its load, and of the first press on it. */
export async function lookAt(browser: Browser, url: string): Promise<Looked> {
  const page = await browser.newPage();
  const result = await lighthouse(url, { logLevel: 'error', onlyCategories: [...categories] }, undefined, page as never);
  await page.close();
  if (!result) throw new Error(`Lighthouse had nothing to say of ${url}`);
  const { categories: scored, audits } = result.lhr;
  const figure = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  const scores = categories.map((id) => Math.round((scored[id]?.score ?? 0) * 100));
  const short = categories.slice(0, -1).flatMap((id, n) => ((scores[n] ?? 0) < asked ? failedOf(scored[id]?.auditRefs ?? [], audits) : []));
  const loaded = { lcp: figure('largest-contentful-paint'), blocked: figure('total-blocking-time'), cls: figure('cumulative-layout-shift') };
  return { scores, short, ...loaded, inp: await firstPress(browser, url) };
}

function failedOf(refs: readonly { id: string }[], audits: Record<string, { id: string; title: string; score: number | null }>): string[] {
  return refs.flatMap(({ id }) => {
    const found = audits[id];
    return found && found.score !== null && found.score < 1 ? [`${found.title} (${id})`] : [];
  });
}

async function firstPress(browser: Browser, url: string): Promise<number> {
  const page = await browser.newPage();
  const settings = { onlyAudits: ['interaction-to-next-paint'], throttlingMode: 'devtools' } as const;
  const { endTimespan } = await startTimespan(page as never, { config: { extends: 'lighthouse:default', settings } as never });
  await page.goto(url, { waitUntil: 'load', timeout: 120_000 });
  await new Promise((rested) => setTimeout(rested, restMs));
  await page.tap('[data-testid=theme-menu] > button');
  await page.tap('[role=menuitemradio]:nth-of-type(3)');
  await page.waitForSelector('html[data-theme=midnight]', { timeout: 60_000 });
  const result = await endTimespan();
  await page.close();
  return result?.lhr.audits['interaction-to-next-paint']?.numericValue ?? Number.NaN;
}

/** The dearest copy, which has photos. */
export async function dearestListing(base: string): Promise<string> {
  const answer = await fetch(`${base}/api/listings?limit=1&sort=price_desc`);
  const { items } = (await answer.json()) as { items: { id: string }[] };
  const id = items[0]?.id;
  if (!id) throw new Error('the market has no listing to look at');
  return `/listings/${id}`;
}
