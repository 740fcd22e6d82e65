import type { Page } from '@playwright/test';
import { codeOf } from '../../src/testing/authenticator.ts';
import { expectCleanWideAndNarrow } from '../clean.ts';
import { expect, test } from '../fixtures.ts';

/**
 * Every page is looked at in `tests/browser/axe.browser.test.ts`; here those that look otherwise with a market full of
 * cards on them, and what opens on a page.
 */
const market = ['/', '/browse', '/browse?q=charizard', '/browse?q=year>2000 (', '/games', '/wanted'];
const toRead = [
  '/about',
  '/faq',
  '/fees',
  '/grading-guide',
  '/guides',
  '/new-sellers',
  '/premium',
  '/privacy-policy',
  '/no-such-page',
  '/search-help',
];
const comingIn = [
  '/auth/sign-in',
  '/auth/sign-up',
  '/auth/forgot-password',
  '/auth/reset-password?token=too-old',
  '/unsubscribe',
];
const memberPages = {
  'what a member sells and buys': [
    '/dashboard',
    '/dashboard/listings',
    '/dashboard/listings/bulk',
    '/orders',
    '/messages',
    '/favorites',
    '/profile',
  ],
  'what a member waits for': ['/cart', '/saved-searches', '/want-lists', '/offers', '/notifications'],
};

test('the market: no accessibility violation, wide and narrow', async ({ visitor: page }) => {
  test.setTimeout(120_000);
  for (const path of market) await expectClean(page, path);
});

test('a listing, its seller and its card: no accessibility violation, wide and narrow', async ({
  visitor: page,
  context,
}) => {
  test.setTimeout(120_000);
  const { items } = await (await context.request.get('/api/listings?q=charizard&limit=1')).json();
  const [listing] = items;
  for (const path of [`/listings/${listing.id}`, `/profile/${listing.seller.id}`, `/cards/${listing.card.id}`])
    await expectClean(page, path);
});

for (const [group, paths] of Object.entries(memberPages)) {
  test(`${group}: no accessibility violation, wide and narrow`, async ({ demoMember }) => {
    test.setTimeout(120_000);
    const { page } = await demoMember('seller');
    for (const path of paths) await expectClean(page, path);
  });
}

test('a sale and a listing to edit: no accessibility violation, wide and narrow', async ({ demoMember }) => {
  test.setTimeout(120_000);
  const { page, context } = await demoMember('seller');
  const first = async (path: string) => (await (await context.request.get(path)).json()).items[0].id;
  const selling = `/orders/${await first('/api/orders?role=seller&limit=1')}`;
  const edited = `/listings/${await first('/api/listings?seller=me&status=active&limit=1')}/edit`;
  for (const path of [selling, edited]) await expectClean(page, path);
  await page.getByRole('button', { name: 'Rotate or crop photo 1' }).click();
  const editor = page.getByRole('dialog', { name: 'Rotate or crop photo 1' });
  await editor.getByRole('button', { name: 'Rotate right' }).click();
  await expectCleanWideAndNarrow(page, 'turning a photo');
});

test('an operator’s pages: no accessibility violation, wide and narrow', async ({ demoMember }) => {
  test.setTimeout(120_000);
  const { page, context } = await demoMember('admin');
  const { items } = await (await context.request.get('/api/admin/members?tier=premium&limit=1')).json();
  const member = `/admin/members/${items[0].id}`;
  for (const path of ['/admin', member, '/admin/audit', '/admin/orders']) await expectClean(page, path);
});

test('a shop’s tools: no accessibility violation, wide and narrow', async ({ demoMember }) => {
  test.setTimeout(120_000);
  const shop = await demoMember('shop');
  const change = { market: -3, mostPercent: 10 };
  const rule = await shop.api('POST', '/api/price-rules', { name: 'Rule looked at', change });
  const bulk = await shop.api('POST', '/api/listings/bulk', {
    filter: { search: 'charizard' },
    change: { percent: -1 },
  });
  const file = await shop.api('POST', '/api/listings/import', {
    text: 'Quantity,Name,Set code,Condition\n1,Charizard,base1,near_mint\n2,Nobody,xyz,good',
  });
  for (const path of [
    '/dashboard/listings/rules',
    `/dashboard/listings/rules/${rule.body.id}`,
    `/dashboard/listings/bulk/${bulk.body.id}`,
    '/listings/import',
    `/listings/import/${file.body.id}`,
    '/orders?side=selling',
    '/dashboard/orders/ship',
  ])
    await expectClean(shop.page, path);
  const collector = await demoMember('collector');
  await expectClean(collector.page, `/offers/basket?seller=${shop.id}`);
});

test('an authenticator app that is set up: no accessibility violation, wide and narrow', async ({ newMember }) => {
  test.setTimeout(120_000);
  const { page, api } = await newMember();
  const started = await api('POST', '/api/auth/two-factor/enable', {});
  await page.goto('/settings/security/authenticator');
  await expect(page.getByTestId('totp-key')).toBeVisible();
  await expectCleanWideAndNarrow(page, 'an app to scan');
  expect((await api('POST', '/api/auth/two-factor/verify-totp', { code: codeOf(started.body.totpURI) })).status).toBe(
    200,
  );
  await page.goto('/settings/security/recovery-codes');
  await page.locator('main form').getByRole('button').click();
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
  await expectCleanWideAndNarrow(page, 'new recovery codes');
});

test('a link that is none, premium and a purchase: no accessibility violation, wide and narrow', async ({
  demoMember,
}) => {
  test.setTimeout(120_000);
  const shop = await demoMember('shop');
  const { items } = await (await shop.context.request.get('/api/orders?role=buyer&limit=1')).json();
  for (const path of ['/auth/verify-email?token=unknown', '/premium?checkout=canceled', `/orders/${items[0].id}`])
    await expectClean(shop.page, path);
});

test.describe('320 px', () => {
  test.use({ viewport: { width: 320, height: 700 } });
  test('pages reflow without sideways scrolling', async ({ visitor: page, context }) => {
    const { items } = await (await context.request.get('/api/listings?q=charizard&limit=1')).json();
    for (const path of [...market, ...toRead, ...comingIn, `/listings/${items[0].id}`]) {
      await page.goto(path);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect([path, overflow]).toEqual([path, 0]);
    }
  });

  test('words of any length stay inside their page', async ({ newMember }) => {
    const { page, id, username, api } = await newMember();
    const word = 'Donaudampfschifffahrtsgesellschaftskapitaen';
    const texts = {
      displayName: word,
      bio: word.repeat(3),
      contact: `${word}@${word}.example.test`,
      contactVisible: true,
    };
    expect((await api('PATCH', '/api/profile', texts)).status).toBe(200);
    await page.goto('/settings/security');
    await page.getByLabel('New email').fill(`${username}.${word}@${word}.example.test`);
    await page.getByRole('button', { name: 'Change email' }).click();
    await expect(page.getByRole('heading', { name: /^Pending change to / })).toBeVisible();
    const nothing = `/browse?q=${'W'.repeat(150)}`;
    for (const path of [
      '/settings/security',
      '/settings/notifications',
      '/profile',
      `/profile/${id}`,
      nothing,
      `${nothing}&game=pokemon`,
    ]) {
      await page.goto(path);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect([path, overflow]).toEqual([path, 0]);
    }
  });
});

async function expectClean(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator('main')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await expectCleanWideAndNarrow(page, path);
}
