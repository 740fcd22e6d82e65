import AxeBuilder from '@axe-core/playwright';
import { expect, test } from './fixtures.ts';

const themes = ['light', 'dark', 'midnight'] as const;
const widths = [1440, 390] as const;
const publicPages = [
  '/',
  '/browse',
  '/browse?q=charizard',
  '/games',
  '/about',
  '/faq',
  '/fees',
  '/premium',
  '/grading-guide',
  '/guides',
  '/privacy-policy',
  '/auth/sign-in',
  '/auth/sign-up',
  '/auth/forgot-password',
  '/auth/reset-password?token=too-old',
  '/no-such-page',
];
const memberPages = [
  '/dashboard',
  '/dashboard/listings',
  '/listings/create',
  '/orders',
  '/favorites',
  '/settings',
  '/settings/data',
  '/settings/guides',
  '/settings/notifications',
  '/settings/security',
  '/settings/subscription',
  '/profile',
];

for (const width of widths) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    for (const theme of themes) {
      test(`public pages have no accessibility violation, ${theme}`, async ({ visitor: page, context, url }) => {
        test.setTimeout(300_000);
        await context.addCookies([{ name: 'theme', value: theme, url }]);
        const { items } = await (await context.request.get('/api/listings?q=charizard&limit=1')).json();
        const [listing] = items;
        const paths = [...publicPages, `/listings/${listing.id}`, `/profile/${listing.seller.id}`, `/cards/${listing.card.id}`];
        for (const path of paths) await expectClean(page, path, theme);
      });

      test(`a member's pages have no accessibility violation, ${theme}`, async ({ demoMember, url }) => {
        test.setTimeout(180_000);
        const { page, context } = await demoMember('seller');
        await context.addCookies([{ name: 'theme', value: theme, url }]);
        const first = async (path: string) => (await (await context.request.get(path)).json()).items[0].id;
        const selling = `/orders/${await first('/api/orders?role=seller&limit=1')}`;
        const edited = `/listings/${await first('/api/listings?seller=me&status=active&limit=1')}/edit`;
        for (const path of [...memberPages, selling, edited]) await expectClean(page, path, theme);
      });

      test(`the pages of coming in and of premium have no accessibility violation, ${theme}`, async ({ visitor, context, demoMember, url }) => {
        test.setTimeout(120_000);
        await context.addCookies([{ name: 'theme', value: theme, url }]);
        const username = `flag_${Math.random().toString(36).slice(2, 10)}`;
        const account = { email: `${username}@example.test`, password: 'correct-horse-battery', username };
        await context.request.post('/api/auth/sign-up/email', { data: account, headers: { origin: url } });
        for (const path of ['/auth/complete-profile', '/auth/verify-email', '/auth/verify-email?token=unknown'])
          await expectClean(visitor, path, theme);
        const shop = await demoMember('shop');
        await shop.context.addCookies([{ name: 'theme', value: theme, url }]);
        const { items } = await (await shop.context.request.get('/api/orders?role=buyer&limit=1')).json();
        for (const path of ['/premium', '/premium?checkout=canceled', `/orders/${items[0].id}`]) await expectClean(shop.page, path, theme);
      });
    }
  });
}

test.describe('320 px', () => {
  test.use({ viewport: { width: 320, height: 700 } });
  test('pages reflow without sideways scrolling', async ({ visitor: page, context }) => {
    const { items } = await (await context.request.get('/api/listings?q=charizard&limit=1')).json();
    for (const path of [...publicPages, `/listings/${items[0].id}`]) {
      await page.goto(path);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect([path, overflow]).toEqual([path, 0]);
    }
  });
});

async function expectClean(page: import('@playwright/test').Page, path: string, theme: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator('main')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']).analyze();
  const found = violations.map(({ id, nodes }) => `${path}: ${id} at ${nodes.map((node) => node.target.join(' ')).join(' | ')}`);
  expect(found).toEqual([]);
}
