import { expect, test } from '../fixtures.ts';
import { list } from '../listing-steps.ts';

test.describe('the catalogue', () => {
  test('a visitor walks from the games to a set and its card', async ({ visitor: page }) => {
    await page.goto('/games');
    await page.getByRole('main').getByRole('link', { name: 'Pokémon', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Pokémon' })).toBeVisible();
    const baseSet = page.getByRole('main').getByRole('link', { name: /^Base Set BS$/ });
    // Its era is folded until a search finds it.
    await expect(baseSet).toBeHidden();
    await page.getByRole('searchbox', { name: 'Search sets' }).fill('base set');
    await baseSet.click();
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
    const cards = page.getByRole('list', { name: 'Cards in Base Set' }).getByRole('listitem');
    await expect(cards).toHaveCount(60);
    await page.getByRole('link', { name: 'Show 42 more' }).click();
    await expect(cards).toHaveCount(102);
    await expect(page).toHaveURL(/show=120/);
  });

  test('insert sets have addresses with slashes, and lead back to their set', async ({ visitor: page }) => {
    await page.goto('/sets/sports/1990-topps-baseball');
    await page.getByRole('link', { name: 'Batting Leaders' }).click();
    await expect(page).toHaveURL(/\/sets\/sports\/1990-topps-baseball\/batting-leaders$/);
    await page
      .getByRole('navigation', { name: 'Breadcrumb' })
      .getByRole('link', { name: '1990 Topps Baseball' })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: '1990 Topps Baseball' })).toBeVisible();
  });

  test('[RT-12] the pages read without JavaScript and name themselves', async ({ browser, url }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: url });
    const page = await context.newPage();
    for (const [address, heading] of [
      ['/games', 'Games & sets'],
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

  test('a card says what it costs from, leads to the cheapest copy in one press, and distinguishes its printings', async ({
    visitor: page,
    newMember,
  }, { retry }) => {
    const found = await page.request.get('/api/catalogue/cards?q=metapod%20base%20set&game=pokemon');
    const [card] = (await found.json()).items as { id: string; name: string }[];
    if (!card) throw new Error('the catalogue has no Metapod');
    const seller = await newMember();
    const tracked = (name: string, amount: number) => [{ name, price: { amount, currency: 'USD' }, tracked: true }];
    const of = { game: 'pokemon', catalogueCardId: card.id };
    // The dearer card with the cheaper post is the cheaper copy; cheaper still than those of a first try.
    await list(seller, { ...of, price: { amount: 5, currency: 'USD' }, shipping: tracked('Letter', 90) });
    const cheapest = await list(seller, {
      ...of,
      price: { amount: 20 - retry, currency: 'USD' },
      shipping: tracked('Tracked letter', 30),
    });

    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/cards/${card.id}`);
    const box = page.locator('.pbox');
    await expect(box).toHaveText(
      new RegExp(`^From\\s*\\$0\\.${20 - retry}\\s*\\+ \\$0\\.30 shipping\\s*Near mint\\s*English$`),
    );
    const [copies, facts] = [page.locator('#copies'), page.getByRole('region', { name: 'About this card' })];
    await expect(copies.getByRole('row').nth(1)).toContainText(`$0.${50 - retry}`);
    const top = async (part: typeof copies) => (await part.boundingBox())?.y ?? Number.NaN;
    expect(await top(copies)).toBeLessThan(await top(facts));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

    const printings = page.getByRole('list', { name: 'Other printings' }).getByRole('listitem');
    const said = await printings.allInnerTexts();
    expect(said.length).toBeGreaterThan(2);
    expect(new Set(said).size).toBe(said.length);

    await page.getByRole('link', { name: 'View cheapest listing' }).click();
    await expect(page).toHaveURL(`/listings/${cheapest.id}`);
    // What the seller calls tracked is not called so once more: at the price, and among the facts.
    await expect(page.getByText('+ $0.30 tracked shipping', { exact: true })).toBeVisible();
    await expect(page.getByText('Tracked letter: $0.30', { exact: true })).toBeVisible();
    const lines = (await page.getByRole('main').innerText()).split('\n');
    expect(lines.filter((line) => (line.match(/tracked/gi)?.length ?? 0) > 1)).toEqual([]);
  });

  test('on a phone all that makes a copy different is read beside its button', async ({ visitor: page, newMember }) => {
    const found = await page.request.get('/api/catalogue/cards?q=kakuna%20base%20set&game=pokemon');
    const [card] = (await found.json()).items as { id: string }[];
    if (!card) throw new Error('the catalogue has no Kakuna');
    const traits = { edition: 'first', signed: true, altered: true, misprint: true, language: 'ja' };
    const of = { game: 'pokemon', catalogueCardId: card.id, price: { amount: 5, currency: 'USD' } };
    await list(await newMember(), { ...of, ...traits });
    await page.setViewportSize({ width: 390, height: 844 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(`/cards/${card.id}`);
      const row = page.getByTestId('copy').filter({ hasText: 'Misprint' }).first();
      await row.scrollIntoViewIfNeeded();
      await expect(row.locator('.copy-short')).toHaveText(' · 1st Edition, Signed, Altered, Misprint · JA');
      const { lines, button, seen } = await row.evaluate((element) => {
        const boxOf = ({ left, right, top, bottom }: DOMRect) => ({ left, right, top, bottom });
        const words = element.querySelector('.copy-short') as Element;
        return {
          lines: [...words.getClientRects()].map(boxOf),
          button: boxOf((element.querySelector('.copy-open a') as Element).getBoundingClientRect()),
          seen: boxOf(element.getBoundingClientRect()),
        };
      });
      expect(lines.length).toBeGreaterThan(0);
      for (const line of lines) {
        expect(
          line.right <= button.left || line.bottom <= button.top || line.top >= button.bottom,
          JSON.stringify({ line, button }),
        ).toBe(true);
        expect(line.right).toBeLessThanOrEqual(seen.right);
        expect(line.bottom).toBeLessThanOrEqual(seen.bottom);
      }
    }
  });

  for (const address of ['/games/nope', '/sets/pokemon/nope', '/sets/pokemon', '/cards/nope']) {
    test(`${address} is a page that says so, with status 404`, async ({ visitor: page }) => {
      const answer = await page.goto(address);
      expect(answer?.status()).toBe(404);
      await expect(page.getByRole('main')).toBeVisible();
    });
  }

  test('[RO-03] a premium member reads a card’s prices by keys and pointer, chooses a kind, and a visitor reads what Premium would show', async ({
    demoMember,
    visitor,
  }) => {
    const shop = await demoMember('shop');
    const { page } = shop;
    const sold = async (id: string) => (await shop.api('GET', `/api/catalogue/cards/${id}/prices?days=365`)).body.count;
    const { items } = (await shop.api('GET', '/api/listings?limit=100')).body;
    const cards = [
      ...new Set(items.flatMap(({ catalogueCardId }: { catalogueCardId: string | null }) => catalogueCardId ?? [])),
    ] as string[];
    const counts = await Promise.all(cards.map(async (id) => ({ id, count: await sold(id) })));
    const { id, count } = counts.reduce((most, each) => (each.count > most.count ? each : most));
    expect(count).toBeGreaterThanOrEqual(3);
    await page.goto(`/cards/${id}?days=365&condition=`);
    const chart = page.getByTestId('price-chart');
    const cursor = chart.getByRole('slider', { name: 'Browse prices by date' });
    const point = chart.getByTestId('price-at');
    await expect(cursor).toHaveAttribute('aria-valuetext', /^Week of \d+ \w+ \d{4}: .+ sales?$/);
    const last = await cursor.getAttribute('aria-valuetext');
    // Nothing moves before the page is used by script.
    await expect(async () => {
      await cursor.press('Home');
      await expect(point).toContainText('Week of', { timeout: 500 });
    }).toPass();
    await expect(cursor).not.toHaveAttribute('aria-valuetext', last ?? '');
    await cursor.press('End');
    await expect(cursor).toHaveAttribute('aria-valuetext', last ?? '');
    const lastPoint = (await point.textContent()) ?? '';
    await cursor.scrollIntoViewIfNeeded();
    const box = await cursor.boundingBox();
    const [x, y] = [(box?.x ?? 0) + 12, (box?.y ?? 0) + 60];
    await page.mouse.move(x, y);
    await expect(point).not.toHaveText(lastPoint);
    // What keys chose is there again when the mouse has left; what a finger tapped stays when it is lifted.
    await page.mouse.move(1, 1);
    await expect(point).toHaveText(lastPoint);
    const touch = await page.context().newCDPSession(page);
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect(point).toContainText('Week of');
    await expect(point).not.toHaveText(lastPoint);
    await page.getByRole('region', { name: 'Price history' }).getByRole('link', { name: '90 days' }).click();
    await expect(page).toHaveURL(/days=90/);

    await visitor.goto(`/cards/${id}`);
    const panel = visitor.getByRole('region', { name: 'Price history' });
    await expect(panel.getByRole('link', { name: /days$/ })).toHaveCount(0);
    await panel.getByRole('link', { name: /premium/i }).click();
    await expect(visitor).toHaveURL('/premium');
  });
});
