import { expect, test } from './fixtures.ts';

test.describe('the catalogue', () => {
  test('[issue 2, point 3] a visitor walks from the games to a set and its card', async ({ visitor: page }) => {
    await page.goto('/games');
    await page.getByRole('main').getByRole('link', { name: 'Pokémon', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Pokémon' })).toBeVisible();
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Base Set BS$/ })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: 'Base Set' })).toBeVisible();
    await page.getByRole('link', { name: 'Charizard', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Charizard' })).toBeVisible();
    await expect(page).toHaveTitle(/^Charizard · Base Set · 4\/102 · /);
    const facts = page.getByRole('region', { name: 'About this card' });
    await expect(facts).toContainText('4/102');
    await expect(facts).toContainText('Mitsuhiro Arita');
    const art = page.getByRole('img', { name: /Charizard/ }).first();
    await expect.poll(() => art.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  });

  test('a set shows more of its cards without losing the first', async ({ visitor: page }) => {
    await page.goto('/sets/pokemon/base1');
    const cards = page.getByRole('list', { name: 'Cards of Base Set' }).getByRole('listitem');
    await expect(cards).toHaveCount(60);
    await page.getByRole('link', { name: 'Show 42 more' }).click();
    await expect(cards).toHaveCount(102);
    await expect(page).toHaveURL(/show=120/);
  });

  test('insert sets have addresses with slashes, and lead back to their set', async ({ visitor: page }) => {
    await page.goto('/sets/sports/1990-topps-baseball');
    await page.getByRole('link', { name: 'Batting Leaders' }).click();
    await expect(page).toHaveURL(/\/sets\/sports\/1990-topps-baseball\/batting-leaders$/);
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: '1990 Topps Baseball' }).click();
    await expect(page.getByRole('heading', { level: 1, name: '1990 Topps Baseball' })).toBeVisible();
  });

  test('[RT-12] the pages read without JavaScript and name themselves', async ({ browser, url }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: url });
    const page = await context.newPage();
    for (const [address, heading] of [
      ['/games', 'Games'],
      ['/games/magic', 'Magic: The Gathering'],
      ['/sets/magic/LEA', 'Limited Edition Alpha'],
    ] as const) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /\w{3}/);
      await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(1);
    }
    await context.close();
  });

  for (const address of ['/games/nope', '/sets/pokemon/nope', '/sets/pokemon', '/cards/nope']) {
    test(`${address} is a page that says so, with status 404`, async ({ visitor: page }) => {
      const answer = await page.goto(address);
      expect(answer?.status()).toBe(404);
      await expect(page.getByRole('main')).toBeVisible();
    });
  }
});
