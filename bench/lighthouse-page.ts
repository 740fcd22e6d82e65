import lighthouse, { startTimespan } from 'lighthouse';
import type { Browser, Page } from 'puppeteer-core';
import { putBack } from './at-once.ts';

export const ways = ['asleep', 'at once'] as const;
export type Way = (typeof ways)[number];

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
export async function lookAt(browser: Browser, url: string, way: Way): Promise<Looked> {
  const page = await sentAs(browser, url, way);
  const result = await lighthouse(url, { logLevel: 'error', onlyCategories: [...categories] }, undefined, page as never);
  await page.close();
  if (!result) throw new Error(`Lighthouse had nothing to say of ${url}`);
  const { categories: scored, audits } = result.lhr;
  const figure = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  const scores = categories.map((id) => Math.round((scored[id]?.score ?? 0) * 100));
  const short = categories.slice(0, -1).flatMap((id, n) => ((scores[n] ?? 0) < asked ? failedOf(scored[id]?.auditRefs ?? [], audits) : []));
  const loaded = { lcp: figure('largest-contentful-paint'), blocked: figure('total-blocking-time'), cls: figure('cumulative-layout-shift') };
  return { scores, short, ...loaded, inp: await firstPress(browser, url, way) };
}

function failedOf(refs: readonly { id: string }[], audits: Record<string, { id: string; title: string; score: number | null }>): string[] {
  return refs.flatMap(({ id }) => {
    const found = audits[id];
    return found && found.score !== null && found.score < 1 ? [`${found.title} (${id})`] : [];
  });
}

async function firstPress(browser: Browser, url: string, way: Way): Promise<number> {
  const page = await sentAs(browser, url, way);
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

/** A page whose document comes as it is sent, or as the framework wrote it. Both go the same way round. */
async function sentAs(browser: Browser, url: string, way: Way): Promise<Page> {
  const page = await browser.newPage();
  await page.setRequestInterception(true);
  page.on('request', async (request) => {
    if (!request.isNavigationRequest() || request.url() !== url) return void request.continue();
    const answer = await fetch(url);
    const html = await answer.text();
    const { 'content-encoding': _packed, 'content-length': _length, ...headers } = Object.fromEntries(answer.headers);
    await request.respond({ status: answer.status, headers, body: way === 'at once' ? putBack(html) : html });
  });
  return page;
}
