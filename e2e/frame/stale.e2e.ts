import type { Page, Request } from '@playwright/test';
import { expect, test } from '../fixtures.ts';

const minute = 60_000;

/** A page without live events, whose clock the test controls. */
async function openDisconnected(page: Page, path: string): Promise<void> {
  await page.clock.install();
  await page.routeWebSocket(/\/api\/realtime$/, () => {});
  await page.goto(path);
  await expect(page.locator('html[data-hydrated]')).toBeAttached();
}

/** The requests of the page to an address of ours, from now on. */
function requestsTo(page: Page, path: string): Request[] {
  const seen: Request[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) seen.push(request);
  });
  return seen;
}
const checkPath = '/api/stripe/check-subscription';
const premiumBadge = (page: Page) => page.getByRole('menu').getByTestId('premium-badge');

test('[AP-01] [AP-04] [LI-01] the subscription is checked on load, untouched, and after five minutes; another tier updates the listings', async ({
  newMember,
  demoMember,
}) => {
  const member = await newMember();
  const admin = await demoMember('admin');
  const { page } = member;
  const checks = requestsTo(page, checkPath);
  const updates = requestsTo(page, '/api/stripe/update-listing-tiers');
  await openDisconnected(page, '/about');
  await expect.poll(() => checks.length).toBe(1);
  expect(checks[0]?.headers().authorization).toMatch(/^Bearer \S+$/);
  // Loaded again within the five minutes it is not checked again.
  await page.reload();
  await expect(page.locator('html[data-hydrated]')).toBeAttached();
  expect((await admin.api('POST', `/api/admin/members/${member.id}/premium`, {})).status).toBe(200);
  await page.clock.runFor(4 * minute);
  expect(checks).toHaveLength(1);
  expect(updates).toHaveLength(0);
  // Not much further: the clock that the test holds also ends a request after ten seconds.
  await page.clock.runFor(minute + 5_000);
  await expect.poll(() => checks.length).toBe(2);
  await expect.poll(() => updates.length).toBe(1);
  expect(updates[0]?.headers().authorization).toMatch(/^Bearer \S+$/);
  expect(updates[0]?.postDataJSON()).toEqual({ accountTier: 'premium' });
  await page.getByRole('button', { name: /your account$/ }).click();
  await expect(premiumBadge(page)).toBeVisible();
});

test('[AP-01] [LI-03] the check takes a bearer token, and another one where the server refuses it', async ({
  newMember,
  demoMember,
}) => {
  const member = await newMember();
  const admin = await demoMember('admin');
  const { page } = member;
  const tokens: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/api/auth/token')) tokens.push(response.json().then(({ token }) => token));
  });
  const shown: (string | undefined)[] = [];
  await page.route(`**${checkPath}`, (route) => {
    shown.push(route.request().headers().authorization);
    return shown.length === 1 ? route.fulfill({ status: 401, body: '{}' }) : route.continue();
  });
  await openDisconnected(page, '/about');
  await expect.poll(() => shown.length).toBe(1);
  await expect.poll(() => tokens.length).toBe(1);
  expect((await admin.api('POST', `/api/admin/members/${member.id}/premium`, {})).status).toBe(200);
  // Within half a minute of the last token there is no other one (LI-03): the next check brings it.
  await page.clock.runFor(5 * minute + 5_000);
  await expect.poll(() => shown.length).toBeGreaterThan(1);
  expect(shown.slice(0, 2)).toEqual((await Promise.all(tokens)).map((token) => `Bearer ${token}`).slice(0, 2));
  await page.getByRole('button', { name: /your account$/ }).click();
  await expect(premiumBadge(page)).toBeVisible();
});

test('[GD-06] [LI-04] for a day a tab takes for granted who is signed in, then it asks', async ({ newMember }) => {
  const { page, api } = await newMember();
  const requests: string[] = [];
  page.on('request', (request) => {
    if (/\/about\.data/.test(request.url())) requests.push(request.url());
  });
  // The subscription check would find it out sooner: no token can be had.
  await page.route('**/api/auth/token', (route) => route.abort());
  await openDisconnected(page, '/about');
  const account = page.getByRole('button', { name: /your account$/ });
  await expect(account).toBeVisible();
  expect((await api('POST', '/api/auth/sign-out')).status).toBe(200);
  // The page's time runs on beside the leaps: a minute is kept for what the machine takes until here.
  await page.clock.fastForward(23 * 60 * minute + 59 * minute);
  // A request of the leap is known before the page answers this.
  await expect(account).toBeVisible();
  expect(requests).toEqual([]);
  await page.clock.fastForward(minute);
  await expect(account).toHaveCount(0);
  expect(requests).toHaveLength(1);
});
