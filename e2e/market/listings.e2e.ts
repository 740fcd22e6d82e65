import { expect, test } from '../fixtures.ts';
import { list, open, withoutPictures } from '../listing-steps.ts';
import { drawnPhoto } from '../photos.ts';

test.describe('home and browse', () => {
  test('[RT-01] the home page shows what is for sale, and its tries find something', async ({ visitor }) => {
    await withoutPictures(visitor);
    await open(visitor, '/');
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Find the exact card you want');
    await expect(visitor.getByTestId('listing-tile').first()).toBeVisible();
    const tries = visitor.locator('.try a');
    for (const address of await tries.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))) {
      await open(visitor, address);
      await expect(visitor.getByTestId('listing-tile').first(), address).toBeVisible();
    }
  });

  test('[RT-11] from home to browse, filter, sort, open a listing and come back to the same place', async ({
    visitor,
  }) => {
    await withoutPictures(visitor);
    await open(visitor, '/');
    await visitor.getByRole('navigation', { name: 'Games' }).getByRole('link').nth(1).click();
    await expect(visitor).toHaveURL(/\/browse\?game=/);
    const box = visitor.locator('aside').getByRole('checkbox', { name: 'Near mint' });
    await box.check();
    await expect(visitor).toHaveURL(/condition=near_mint/);
    await expect(box).toBeFocused();
    await expect(visitor.getByRole('list', { name: 'Applied filters' })).toContainText('Near mint');
    await expect(
      visitor.getByTestId('condition-badge').and(visitor.locator('.tile [data-condition]')).first(),
    ).toHaveAttribute('data-condition', 'near_mint');
    await visitor.getByLabel('Sort by').selectOption('price_asc');
    await expect(visitor).toHaveURL(/sort=price_asc/);
    await expect(visitor.getByLabel('Sort by')).toHaveValue('price_asc');
    await visitor.getByTestId('listing-tile').first().getByRole('link').click();
    await expect(visitor).toHaveURL(/\/listings\//);
    await expect(visitor.getByRole('button', { name: /^Buy for/ })).toBeVisible();
    await visitor.goBack();
    await expect(visitor).toHaveURL(/condition=near_mint.*sort=price_asc/);
    await visitor.getByRole('link', { name: /Near mint.*remove/ }).click();
    await expect(visitor).not.toHaveURL(/condition/);
  });

  test('[RT-11] more are added below, and stay when one comes back', async ({ visitor }) => {
    await withoutPictures(visitor);
    await open(visitor, '/browse');
    const tiles = visitor.getByTestId('listing-tile');
    await expect(tiles).toHaveCount(24);
    await visitor.route(/\/browse\.data\?.*cursor/, (route) => route.abort(), { times: 1 });
    await visitor.getByRole('link', { name: 'Show 24 more' }).click();
    await expect(visitor.getByText('Couldn’t load more cards').first()).toBeVisible();
    await expect(tiles).toHaveCount(24);
    await visitor.getByRole('link', { name: 'Try again' }).click();
    await expect(tiles).toHaveCount(48);
    await tiles.nth(40).getByRole('link').click();
    await expect(visitor).toHaveURL(/\/listings\//);
    await visitor.goBack();
    await expect(tiles).toHaveCount(48);
  });

  test('[RT-11] operators typed into the search become filters; suggestions are chosen by keys', async ({
    visitor,
  }) => {
    await withoutPictures(visitor);
    await open(visitor, '/browse');
    const field = visitor.getByRole('banner').locator('input[name=q]');
    await field.fill('cond:nm+ price<20');
    await field.press('Enter');
    await expect(visitor).toHaveURL(/condition=mint&condition=near_mint&maxPrice=20$/);
    await expect(visitor.getByRole('list', { name: 'Applied filters' })).toContainText('Up to $20');
    await field.fill('charizard psa 9');
    await field.press('Enter');
    await expect(visitor).toHaveURL(/q=charizard&company=PSA&grade=9$/);
    await expect(visitor.getByTestId('listing-tile').first()).toContainText('PSA 9');
    await visitor.getByRole('link', { name: /^PSA.*remove/ }).click();
    await expect(visitor).toHaveURL(/q=charizard&grade=9$/);
    await field.fill('charzard 4/102');
    await expect(visitor.getByRole('option', { name: /Charizard/ }).first()).toBeVisible();
    await field.press('ArrowDown');
    await field.press('Enter');
    await expect(visitor).toHaveURL(/\/cards\/[^/?]+$/);
    await expect(visitor.getByRole('heading', { level: 1 })).toContainText('Charizard');
  });

  test('on a phone the first cards are near the top, the chosen game is in view and the order can be chosen; tablets show more', async ({
    visitor,
  }) => {
    await withoutPictures(visitor);
    await visitor.setViewportSize({ width: 390, height: 844 });
    await open(visitor, '/browse?game=lorcana&condition=near_mint');
    const tops = () =>
      visitor.getByTestId('listing-tile').evaluateAll((tiles) => tiles.map((tile) => tile.getBoundingClientRect().top));
    expect((await tops())[0]).toBeLessThanOrEqual(200);
    await expect(
      visitor.getByRole('navigation', { name: 'Game' }).getByRole('link', { name: 'Disney Lorcana' }),
    ).toBeInViewport({ ratio: 1 });
    await visitor.getByLabel('Sort by').selectOption('price_asc');
    await expect(visitor).toHaveURL(/sort=price_asc/);
    for (const [width, columns] of [
      [390, 2],
      [600, 3],
      [800, 4],
    ] as const) {
      await visitor.setViewportSize({ width, height: 844 });
      const inFirstRow = async () => {
        const all = await tops();
        return all.filter((top) => top === all[0]).length;
      };
      await expect.poll(inFirstRow, { message: `columns at ${width} px` }).toBe(columns);
    }
  });

  test('[RT-11] a misspelt search still finds, and one that finds nothing says what is in the way', async ({
    visitor,
    newMember,
  }) => {
    const seller = await newMember();
    const { name } = await list(seller, { condition: 'poor', name: `Zyxquorn ${seller.username.slice(-6)}` });
    await open(visitor, `/browse?q=${encodeURIComponent(name)}&condition=mint`);
    await expect(visitor.getByRole('heading', { name: 'No results for these filters' })).toBeVisible();
    await visitor.getByRole('link', { name: 'Remove Mint' }).click();
    await expect(visitor.getByTestId('listing-tile').filter({ hasText: name })).toHaveCount(1);
  });

  test('[RT-12] home, browse and a listing read without scripts, and say what they are', async ({
    browser,
    url,
    newMember,
    extraHTTPHeaders,
  }) => {
    const seller = await newMember();
    const { id, name } = await list(seller, {}, [await drawnPhoto('#244')]);
    const context = await browser.newContext({
      baseURL: url,
      javaScriptEnabled: false,
      ...(extraHTTPHeaders ? { extraHTTPHeaders } : {}),
    });
    const page = await context.newPage();
    await page.goto('/');
    await expect(page.getByTestId('listing-tile').first()).toBeVisible();
    expect(JSON.parse(await page.locator('script[type="application/ld+json"]').innerText())).toMatchObject({
      '@type': 'WebSite',
      potentialAction: { '@type': 'SearchAction' },
    });
    await page.getByRole('searchbox').first().fill(name);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/browse\?q=/);
    await page.goto(`/browse?q=${encodeURIComponent(name)}`);
    await page.locator('aside').getByRole('checkbox', { name: 'Near mint' }).check();
    await page.locator('aside').getByRole('button', { name: 'Show listings' }).click();
    await expect(page).toHaveURL(/condition=near_mint/);
    await page.getByTestId('listing-tile').getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`/listings/${id}$`));
    await expect(page).toHaveTitle(new RegExp(`^${name} · `));
    await expect(page.locator('meta[property="og:image"]')).toHaveAttribute('content', /^http.*\/photos\//);
    const graph = JSON.parse(await page.locator('script[type="application/ld+json"]').innerText())['@graph'];
    expect(graph[0]).toMatchObject({
      '@type': 'Product',
      offers: { price: '12.50', priceCurrency: 'USD', availability: 'https://schema.org/InStock' },
    });
    await context.close();
  });
});

test.describe('a listing', () => {
  test('[RT-09] photos, facts, price with post; unknown ids are a 404 page and a strange action is ignored', async ({
    visitor,
    newMember,
  }) => {
    const seller = await newMember();
    const { id, name } = await list(seller, {}, [await drawnPhoto('#822'), await drawnPhoto('#282')]);
    await open(visitor, `/listings/${id}?action=make_coffee`);
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(visitor.getByRole('button', { name: 'Buy for $13.70' })).toBeVisible();
    await expect(visitor.getByText(seller.username).first()).toBeVisible();
    const second = visitor.getByRole('button', { name: 'Photo 2 of 2' });
    await second.click();
    await expect(second).toHaveAttribute('aria-current', 'true');
    await visitor.getByRole('button', { name: 'Zoom in' }).click();
    const zoom = visitor.getByRole('dialog');
    await expect(zoom).toContainText('2 / 2');
    await visitor.keyboard.press('ArrowRight');
    await expect(zoom).toContainText('1 / 2');
    await visitor.keyboard.press('Escape');
    await expect(zoom).toBeHidden();
    await expect(visitor.getByRole('button', { name: 'Zoom in' })).toBeFocused();
    for (const missing of ['/listings/00000000000000000000', '/listings/%00', '/listings/nothing-here']) {
      const answer = await visitor.goto(missing);
      expect(answer?.status(), missing).toBe(404);
      await expect(visitor.getByRole('main')).toBeVisible();
    }
  });

  test('[RP-01] [RO-01] a visitor who presses the heart comes back to the listing with a confirmation', async ({
    visitor,
    newMember,
  }) => {
    const seller = await newMember();
    const buyer = await newMember();
    const { id, name } = await list(seller);
    await open(visitor, `/listings/${id}`);
    await visitor
      .getByRole('button', { name: `Favorite ${name}` })
      .first()
      .click();
    await expect(visitor).toHaveURL(/\/auth\/sign-in/);
    await visitor.getByLabel('Email').fill(buyer.email);
    await visitor.getByLabel('Password', { exact: true }).fill(buyer.password);
    await visitor.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(visitor).toHaveURL(new RegExp(`/listings/${id}`));
    await expect(visitor.getByTestId('toast')).toContainText('You can now add this listing to your favorites');
    await visitor
      .getByRole('button', { name: `Favorite ${name}` })
      .first()
      .click();
    await expect(visitor.getByRole('button', { name: `Favorite ${name}` }).first()).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await expect.poll(async () => (await buyer.api('GET', '/api/favorites')).body.items.length).toBe(1);
    await open(visitor, '/favorites');
    await expect(visitor.getByTestId('listing-tile')).toContainText(name);
    await visitor.getByRole('button', { name: `Favorite ${name}` }).click();
    await expect(visitor.getByTestId('listing-tile')).toHaveCount(0);
    await visitor.getByTestId('toast').getByRole('button', { name: 'Undo' }).click();
    await expect(visitor.getByTestId('listing-tile')).toHaveCount(1);
  });

  test('[RP-02] a visitor who presses Buy comes back to the listing with a confirmation', async ({
    visitor,
    newMember,
  }) => {
    const seller = await newMember();
    const buyer = await newMember();
    const { id, name } = await list(seller);
    await open(visitor, `/listings/${id}`);
    await visitor.getByRole('button', { name: /^Buy for/ }).click();
    await expect(visitor).toHaveURL(/\/auth\/sign-in/);
    await expect(visitor.getByText(`Sign in to buy ${name} · $`)).toBeVisible();
    await visitor.getByLabel('Email').fill(buyer.email);
    await visitor.getByLabel('Password', { exact: true }).fill(buyer.password);
    await visitor.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(visitor).toHaveURL(new RegExp(`/listings/${id}`));
    await expect(visitor.getByTestId('toast')).toContainText('You can now complete your purchase');
  });

  test('[ST-13] the seller pauses, takes it back, changes the price in the table, and deletes', async ({
    newMember,
  }) => {
    const seller = await newMember();
    const { id, name } = await list(seller);
    const { page } = seller;
    await open(page, `/listings/${id}`);
    // The seller's buttons come to life a moment after the page; before, they are plain forms.
    await page.waitForLoadState('networkidle');
    await page.getByRole('button', { name: 'Pause' }).click();
    await expect(page.getByTestId('toast')).toContainText('Listing paused');
    await page.getByTestId('toast').getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Your listing is live.')).toBeVisible();
    await open(page, '/dashboard/listings');
    const field = page.getByRole('textbox', { name: `Price of ${name}` });
    await field.fill('9,80');
    await field.press('Enter');
    await expect(field).toHaveValue('9.80');
    await expect.poll(async () => (await seller.api('GET', `/api/listings/${id}`)).body.price.amount).toBe(980);
    // What was answered stays while news of the same deed, and of others, re-read the page.
    await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    await page.getByRole('toolbar').getByRole('button', { name: 'Pause' }).click();
    await expect(page.getByText('1 listing paused.')).toBeVisible();
    expect((await seller.api('PATCH', `/api/listings/${id}`, { price: { amount: 990, currency: 'USD' } })).status).toBe(
      200,
    );
    await expect(field).toHaveValue('9.90');
    await page.locator('#main').getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('1 listing resumed.')).toBeVisible();
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete listing' }).click();
    await expect(page.getByText('No listings yet')).toBeVisible();
    // The toast of the price may still be first.
    const deleted = page.getByTestId('toast').filter({ hasText: 'Listing deleted' });
    await deleted.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('checkbox', { name: `Select ${name}` })).toBeVisible();
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete listing' }).click();
    await page.getByRole('link', { name: 'Deleted listings' }).click();
    await page.getByRole('button', { name: `Restore listing: ${name}` }).click();
    await expect(page.getByTestId('toast')).toContainText('Listing restored');
    await expect(page.getByText('No deleted listings')).toBeVisible();
    expect((await seller.api('DELETE', `/api/listings/${id}`)).status).toBe(204);
    expect((await page.goto(`/listings/${id}`))?.status()).toBe(200);
    await expect(page.getByText('You have deleted this listing.')).toBeVisible();
  });
});

test('the buttons for what is selected follow down a long list, and what they did is in sight', async ({
  demoMember,
}) => {
  const { page } = await demoMember('shop');
  await withoutPictures(page);
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    await open(page, '/dashboard/listings?tab=live');
    const last = page.getByRole('checkbox', { name: /^Select (?!all)/ }).last();
    await last.check();
    const pause = page.getByRole('toolbar').getByRole('button', { name: 'Pause' });
    await expect(last).toBeInViewport();
    await expect(pause).toBeInViewport({ ratio: 1 });
    await pause.click();
    await expect(page.getByText('1 listing paused.')).toBeInViewport();
    await page.locator('#main').getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('1 listing resumed.')).toBeInViewport();
  }
});

test('[RO-02] [RO-03] visitors and free members see an advertisement, premium members none', async ({
  visitor,
  demoMember,
}) => {
  await visitor.goto('/browse');
  await expect(visitor.getByTestId('ad-slot')).toBeVisible();
  const free = await demoMember('seller');
  await free.page.goto('/browse');
  await expect(free.page.getByTestId('ad-slot')).toBeVisible();
  const premium = await demoMember('shop');
  await premium.page.goto('/browse');
  await expect(premium.page.getByTestId('listing-tile').first()).toBeVisible();
  await expect(premium.page.getByTestId('ad-slot')).toHaveCount(0);
});
