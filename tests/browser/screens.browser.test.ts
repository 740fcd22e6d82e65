import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, expect as see } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildFolder } from '#app/rendering/pages.server.ts';
import { importTestCards, listed, premium } from '#features/listings/testing.ts';
import { dayMs } from '#kernel/time.ts';
import { violationsOf } from '#testing/audits/axe.ts';
import { startTestMarket, type TestMarket, type TestMember, testPassword } from '#testing/server.ts';
import { chromiumFlags, findChromium } from '../../dev/chromium.ts';

/** What only a browser shows of the pages: where things stand, what comes as one scrolls, and where a press leads. */
describe.skipIf(!existsSync(join(buildFolder, 'server/index.js')))('screens', () => {
  let market: TestMarket;
  let browser: Browser;
  let seller: TestMember;
  let buyer: TestMember;
  let listing: string;
  let card: string;
  const phone = { width: 390, height: 844 };
  beforeAll(async () => {
    [market, browser] = await Promise.all([
      startTestMarket({ pages: true, env: { TAX_REPORT_COUNTRY: 'DE' } }),
      findChromium().then((executablePath) => chromium.launch({ executablePath, args: chromiumFlags })),
    ]);
    [seller, buyer] = [await market.signUp('mara_sells'), await market.signUp('ben_buys')];
    await premium(market, seller);
    card = (await importTestCards(market))['lea-161'] ?? '';
    const copy = {
      catalogueCardId: card,
      finish: 'foil',
      language: 'en',
      condition: 'near_mint',
      price: { amount: 450, currency: 'USD' },
    } as const;
    listing = `/listings/${(await listed(market, seller, copy)).id}`;
    // Short and long names, plain and foil, with and without post: what makes tiles differ in height.
    for (const [n, name] of [
      'Opt',
      'Asmoranomardicadaistinaculdacar, Keeper of the Very Long Kitchen',
      'Fog',
      'Ow',
      'Shock',
      'Bolt of Light',
    ].entries())
      await listed(market, seller, {
        name,
        ...(n % 2 ? { finish: 'foil' } : {}),
        price: { amount: 7 + n * 380, currency: 'USD' },
      });
    for (let n = 0; n < 12; n++) await sold(400 + n * 10, n + 1);
  }, 120_000);
  afterAll(() => Promise.all([browser?.close(), market?.close()]));

  /** As orders would keep it. */
  async function sold(amount: number, agoDays: number): Promise<void> {
    const at = new Date(market.clock.now().getTime() - agoDays * dayMs);
    await market.platform.pool.query(
      `with paid as (insert into orders (id, buyer_id, seller_id, status, currency, items_amount, shipping_amount, total_amount, hold_expires_at, paid_at, status_since, created_at, updated_at)
         values ($1, 'a', 'b', 'completed', 'USD', $2, 0, $2, $3, $3, $3, $3, $3))
       insert into card_sale (order_id, position, card_id, finish, language, condition, price_amount, currency, pair, sold_at, is_final) values ($1, 0, $4, 'foil', 'en', 'near_mint', $2, 'USD', $1, $3, true)`,
      [`screen-${agoDays}`, amount, at, card],
    );
  }
  async function contextOf(
    member: TestMember | null,
    viewport = { width: 1440, height: 900 },
  ): Promise<BrowserContext> {
    const context = await browser.newContext({ baseURL: market.url, viewport });
    const [name = '', value = ''] = member?.cookie.split('=') ?? [];
    if (name) await context.addCookies([{ name, value: decodeURIComponent(value), url: market.url }]);
    return context;
  }

  test('at 390 the tiles of a row stand in line: picture, name, price and seller each at one height', async () => {
    const context = await contextOf(null, phone);
    const page = await context.newPage();
    await page.goto('/browse');
    const rows = await page.evaluate(() => {
      const tiles = [...document.querySelectorAll<HTMLElement>('.tiles .tile')];
      const tops = tiles.map((tile) =>
        ['.mat', '.nm', '.set', '.pr', '.sl'].map((part) =>
          Math.round(tile.querySelector(part)?.getBoundingClientRect().top ?? -1),
        ),
      );
      return Object.values(Object.groupBy(tops, ([first]) => `${first}`));
    });
    expect(rows.length).toBeGreaterThan(2);
    for (const row of rows) for (const tops of row ?? []) expect(tops).toEqual(row?.[0]);
    await context.close();
  });

  test('a carousel fades only at an edge with more content, and not at its end', async () => {
    const context = await contextOf(null, phone);
    const page = await context.newPage();
    await page.goto(listing);
    const edges = () =>
      page.evaluate(() => {
        const carousel = document.querySelector('.shelf');
        if (!carousel) return null;
        const style = getComputedStyle(carousel);
        return [
          style.getPropertyValue('--shelf-before'),
          style.getPropertyValue('--shelf-after'),
          style.maskImage.includes('gradient'),
        ];
      });
    // 0 is transparent, 1 as it is.
    expect(await edges()).toEqual(['1', '0', true]);
    await page.evaluate(() => document.querySelector('.shelf')?.scrollTo({ left: 120, behavior: 'instant' }));
    await see.poll(edges).toEqual(['0', '0', true]);
    await page.evaluate(() => document.querySelector('.shelf')?.scrollTo({ left: 99_999, behavior: 'instant' }));
    await see.poll(edges).toEqual(['0', '1', true]);
    await context.close();
  });

  test('a single card in a carousel is no wider than among others', async () => {
    const context = await contextOf(null);
    const page = await context.newPage();
    await page.goto(listing);
    const width = await page.evaluate(() => {
      const [first, ...others] = document.querySelectorAll('.shelf > li');
      for (const other of others) other.remove();
      return first?.getBoundingClientRect().width ?? 0;
    });
    expect([width >= 200, width <= 280]).toEqual([true, true]);
    await context.close();
  });

  test('the button that chooses a file is ours: the form’s letters, edge and height', async () => {
    const context = await contextOf(seller);
    const page = await context.newPage();
    await page.goto('/listings/import');
    const looks = await page.evaluate(() => {
      const [input, button] = [document.querySelector('input[type=file]'), document.querySelector('main .btn')];
      const of = (style: CSSStyleDeclaration) => [style.fontFamily, style.borderRadius, style.height];
      return input && button && [of(getComputedStyle(input, '::file-selector-button')), of(getComputedStyle(button))];
    });
    expect(looks?.[0]).toEqual(looks?.[1]);
    await context.close();
  });

  test('each step of a new listing has one main button', async () => {
    const context = await contextOf(seller);
    const page = await context.newPage();
    page.setDefaultTimeout(8_000);
    await page.goto('/listings/create?step=card');
    await see(page.locator('html[data-hydrated]')).toBeAttached();
    const mains = () => page.locator('main .btn.primary:visible').count();
    await page.getByRole('button', { name: 'Enter the card yourself' }).click();
    await page.getByLabel('Game').selectOption('other');
    await page.getByLabel('Card name').fill('A card');
    for (const step of ['Condition', 'Price', 'Review']) {
      expect([step, await mains()]).toEqual([step, 1]);
      await page.getByRole('link', { name: step, exact: true }).click();
    }
    expect(await mains()).toBe(1);
    await context.close();
  });

  test('the price history loads when it comes near the viewport, moves by keys, has the same data as a table, and shifts no layout', {
    timeout: 60_000,
  }, async () => {
    const context = await contextOf(seller, { width: 1_440, height: 500 });
    const page = await context.newPage();
    const requests: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.endsWith('/prices')) requests.push(search);
    });
    await page.goto(listing);
    await see(page.locator('html[data-hydrated]')).toBeAttached();
    // The details stand under the photos, beside what is at their right.
    const boxes = ['.ld > div:first-child', '.ld > .side', '#about-copy'].map((part) =>
      page.locator(part).boundingBox(),
    );
    const [stage, side, details] = await Promise.all(boxes);
    if (!stage || !side || !details) throw new Error('a part of the listing is not shown');
    expect(details.y - (stage.y + stage.height)).toBe(24);
    expect(details.x + details.width).toBeLessThan(side.x);
    // Nothing that opens has the browser's own arrow.
    expect(
      await page.locator('summary').evaluateAll((all) => all.map((one) => getComputedStyle(one).listStyleType)),
    ).not.toContain('disclosure-closed');
    const panel = page.locator('#prices');
    await see(panel).toContainText('excluding shipping: Near mint, Foil, English');
    const height = (await panel.boundingBox())?.height ?? 0;
    expect(requests).toEqual([]);
    await panel.scrollIntoViewIfNeeded();
    await see(panel).toContainText('median of 12 sales in 30 days');
    expect(requests).toEqual(['?condition=near_mint&finish=foil&language=en&days=30&currency=USD']);
    await see(panel.getByRole('group', { name: 'Period' })).toHaveCount(1);
    const slider = panel.getByRole('slider', { name: 'Browse prices by date' });
    await slider.focus();
    await page.keyboard.press('ArrowLeft');
    const point = panel.getByTestId('price-at');
    await see(point).toContainText(/^\$4\.10\d+ \w+ \d{4}1 sale$/);
    // The price stands at the cursor, inside of the drawing.
    const [plot, at, words] = await Promise.all([slider, panel.locator('.cur'), point].map((one) => one.boundingBox()));
    if (!plot || !at || !words) throw new Error('the price, the cursor or the drawing is not shown');
    expect(Math.abs(words.x + words.width - at.x)).toBeLessThan(24);
    expect([words.y >= plot.y, words.y + words.height <= plot.y + plot.height]).toEqual([true, true]);
    expect((await panel.boundingBox())?.height).toBe(height);
    await panel.getByText('View as table').press('Enter');
    await see(panel.getByRole('row')).toHaveCount(13);
    expect(await violationsOf(page, 'prices')).toEqual([]);
    await context.close();

    const ofSeller = await contextOf(seller);
    const own = await ofSeller.newPage();
    await own.goto(listing);
    await own.locator('#prices').scrollIntoViewIfNeeded();
    await see(own.locator('#prices')).toContainText('Typical range');
    await own.getByRole('button', { name: '1 year' }).click();
    await see(own.locator('#prices')).toContainText('in 1 year');
    await ofSeller.close();
    // Without script nothing replaces it, and it takes no space.
    const plain = await browser.newContext({ baseURL: market.url, javaScriptEnabled: false });
    const unscripted = await plain.newPage();
    await unscripted.goto(listing);
    await see(unscripted.locator('#prices')).toContainText('Price history is part of Premium');
    await see(unscripted.locator('.price-h')).toBeHidden();
    await plain.close();
  });

  test('a price alert has a target, today’s price at first, and the same box removes it; a visitor signs in, returns and sees that they can', {
    timeout: 60_000,
  }, async () => {
    const context = await contextOf(null);
    const page = await context.newPage();
    await page.goto(listing);
    await page.getByRole('button', { name: /^Price alert/ }).click();
    await page.waitForURL(/\/auth\/sign-in/);
    await page.getByLabel('Email').fill(buyer.email);
    await page.getByLabel('Password', { exact: true }).fill(testPassword);
    await page.getByLabel('Password', { exact: true }).press('Enter');
    await page.waitForURL(`**${listing}`);
    await see(page.getByTestId('toast')).toContainText('You can now set the price alert');
    // The box that opens before hydration can close with it.
    await see(page.locator('html[data-hydrated]')).toBeAttached();
    const button = page.getByRole('button', { name: /^Price alert/ });
    const target = page.getByLabel('Notify me when the price is under');
    await button.click();
    await see(target).toBeFocused();
    await see(target).toHaveValue('4.50');
    await page.keyboard.press('Escape');
    await see(target).toBeHidden();
    await see(button).toBeFocused();
    await button.click();
    await see(target).toBeFocused();
    // Opened again in the moment in which it closes: it stays open.
    await button.evaluate((opener) => {
      const box = opener.nextElementSibling as HTMLElement;
      box.addEventListener('toggle', () => (opener as HTMLElement).click(), { once: true, capture: true });
      box.hidePopover();
    });
    await see(target).toBeFocused();
    // By keyboard: the page may still move below the pointer, and a press beside the box closes it.
    await page.getByRole('button', { name: 'Set price alert' }).press('Enter');
    await see(button).toHaveText('Price alert set, under $4.50');
    // The toast covers nothing of the column with the buttons.
    const column = (await page.locator('.buy').boundingBox())?.x ?? 0;
    const toast = await page.getByTestId('toast').boundingBox();
    expect((toast?.x ?? 0) + (toast?.width ?? 0)).toBeLessThan(column);
    const searches = async () => (await market.request('GET', '/api/saved-searches', { as: buyer })).body.items;
    expect(await searches()).toMatchObject([
      { name: expect.stringMatching(/under \$4\.50$/), query: expect.stringContaining('maxPrice=4.49') },
    ]);
    await page.reload();
    await see(page.locator('html[data-hydrated]')).toBeAttached();
    await see(button).toHaveText('Price alert set, under $4.50');
    expect(await button.locator('.ic').evaluate((bell) => getComputedStyle(bell).fill)).toBe('none');
    await button.click();
    await page.getByRole('button', { name: 'Remove alert' }).press('Enter');
    await see(button).toHaveText('Price alert');
    expect(await searches()).toEqual([]);
    await context.close();
  });
});
