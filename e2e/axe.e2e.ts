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
  '/settings/subscription',
  '/profile',
];

for (const width of widths) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    for (const theme of themes) {
      test(`public pages have no accessibility violation, ${theme}`, async ({ visitor: page, context, url }) => {
        test.setTimeout(180_000);
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
        for (const path of memberPages) await expectClean(page, path, theme);
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
