import { randomBytes, randomInt } from 'node:crypto';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';

export const demoPassword = 'near-mint-demo';

export interface Person {
  id: string;
  username: string;
  email: string;
  password: string;
  page: Page;
  context: BrowserContext;
  /** A call of the API as this person, with our own origin as the browser would send it. */
  // biome-ignore lint/suspicious/noExplicitAny: an answer's body is what the test says it is
  api(method: string, path: string, body?: unknown): Promise<{ status: number; body: any }>;
}

interface Fixtures {
  url: string;
  /** A visitor's page in a context of its own. */
  visitor: Page;
  /** Signs up a new free member with a complete profile, in a browser of their own. */
  newMember(name?: string): Promise<Person>;
  /** Signs in one of the demo market's members: `seller`, `collector`, `shop` or `admin`. */
  demoMember(name: string): Promise<Person>;
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  url: async ({}, use) => {
    await use(process.env.E2E_URL ?? '');
  },
  baseURL: async ({ url }, use) => {
    await use(url);
  },
  // The limits per address see each test as people of their own.
  // biome-ignore lint/correctness/noEmptyPattern: as above
  extraHTTPHeaders: async ({}, use) => {
    await use({ 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}` });
  },
  visitor: async ({ page }, use) => {
    await use(page);
  },
  newMember: async ({ browser, url, extraHTTPHeaders, viewport }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (name) => {
      const username = name ?? `m_${randomBytes(6).toString('hex')}`;
      const email = `${username}@example.test`;
      const password = 'correct-horse-battery';
      const context = await browser.newContext({
        baseURL: url,
        ...(extraHTTPHeaders ? { extraHTTPHeaders } : {}),
        viewport,
      });
      contexts.push(context);
      const answer = await context.request.post('/api/auth/sign-up/email', {
        data: { email, password, username, location: 'Lyon, FR' },
        headers: { origin: url },
      });
      expect(answer.status(), await answer.text()).toBeLessThan(300);
      return personOf(context, url, { ...(await answer.json()).user, username, email, password });
    });
    for (const context of contexts) await context.close();
  },
  demoMember: async ({ browser, url, extraHTTPHeaders, viewport }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (name) => {
      const email = `${name}@example.test`;
      const context = await browser.newContext({
        baseURL: url,
        ...(extraHTTPHeaders ? { extraHTTPHeaders } : {}),
        viewport,
      });
      contexts.push(context);
      const answer = await context.request.post('/api/auth/sign-in/email', {
        data: { email, password: demoPassword },
        headers: { origin: url },
      });
      expect(answer.status(), await answer.text()).toBe(200);
      return personOf(context, url, { ...(await answer.json()).user, email, password: demoPassword });
    });
    for (const context of contexts) await context.close();
  },
});

async function personOf(
  context: BrowserContext,
  url: string,
  who: { id: string; username: string; email: string; password: string },
): Promise<Person> {
  return {
    ...who,
    context,
    page: await context.newPage(),
    api: async (method, path, body) => {
      const answer = await context.request.fetch(path, {
        method,
        headers: { origin: url },
        ...(body === undefined ? {} : { data: body }),
      });
      return { status: answer.status(), body: await answer.json().catch(() => null) };
    },
  };
}

/** A page that React has hydrated. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForLoadState();
  await expect(page.locator('html[data-hydrated]')).toBeAttached();
}

/**
 * Every colour has changed that was changing: a theme comes over some frames, and what is looked at in between is in
 * neither.
 */
export async function settledColours(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(passing.map(({ finished }) => finished));
  });
}

export { expect };
