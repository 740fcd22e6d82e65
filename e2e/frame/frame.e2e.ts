import type { Page } from '@playwright/test';
import { expect, hydrated, test } from '../fixtures.ts';

const theme = () => document.documentElement.dataset.theme;

test('[UI-05] the system’s theme is the device’s and follows it live', async ({ visitor: page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/about');
  await hydrated(page);
  expect(await page.evaluate(theme)).toBe('dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});

test('a link that a pointer rests on reads nothing of its page ahead; its data are read once, when it is pressed', async ({
  visitor,
  newMember,
}) => {
  const { page: own } = await newMember();
  for (const page of [visitor, own]) {
    await page.goto('/about');
    await hydrated(page);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Browse', exact: true });
    await link.hover();
    await link.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Browse cards' })).toBeVisible();
    expect(requests.filter((path) => path === '/browse.data')).toHaveLength(1);
  }
});

test('[UI-05] a choice holds in storage and cookie, is rendered by the server, and never flashes', async ({
  visitor: page,
  context,
}) => {
  await page.addInitScript(() => {
    // The theme at each moment in which the page could have been painted.
    const seen: (string | undefined)[] = [];
    Object.assign(window, { seenThemes: seen });
    const look = () => {
      if (document.body) seen.push(document.documentElement.dataset.theme);
      if (document.readyState !== 'complete') requestAnimationFrame(look);
    };
    look();
  });
  await page.goto('/about');
  await hydrated(page);
  await page.getByTestId('theme-menu').click();
  await page.getByRole('menuitemradio', { name: 'Midnight' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'midnight');
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('midnight');
  const cookie = (await context.cookies()).find((one) => one.name === 'theme');
  expect(cookie).toMatchObject({ value: 'midnight', path: '/', sameSite: 'Lax' });
  expect(Math.abs((cookie?.expires ?? 0) - Date.now() / 1000 - 31_536_000)).toBeLessThan(120);

  expect(await (await context.request.get('/about')).text()).toContain('data-theme="midnight"');
  await page.reload();
  await hydrated(page);
  expect(new Set(await page.evaluate(() => (window as unknown as { seenThemes: string[] }).seenThemes))).toEqual(
    new Set(['midnight']),
  );

  // A browser that lost the cookie still knows the choice before the first paint.
  await context.clearCookies({ name: 'theme' });
  await page.reload();
  expect(new Set(await page.evaluate(() => (window as unknown as { seenThemes: string[] }).seenThemes))).toEqual(
    new Set(['midnight']),
  );
});

test('[UI-05] a member’s choice is kept on the profile and overrides another browser’s', async ({
  newMember,
  browser,
  url,
  extraHTTPHeaders,
}) => {
  const member = await newMember();
  await member.page.goto('/about');
  await hydrated(member.page);
  await member.page.getByTestId('theme-menu').click();
  const saved = member.page.waitForResponse(
    (response) => response.url().endsWith('/api/profile') && response.request().method() === 'PATCH',
  );
  await member.page.getByRole('menuitemradio', { name: 'Dark' }).click();
  expect((await saved).status()).toBe(200);

  const elsewhere = await browser.newContext({ baseURL: url, extraHTTPHeaders });
  await elsewhere.addCookies([{ name: 'theme', value: 'light', url }]);
  await elsewhere.request.post('/api/auth/sign-in/email', {
    data: { email: member.email, password: member.password },
    headers: { origin: url },
  });
  const page = await elsewhere.newPage();
  await page.goto('/about');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await elsewhere.close();
});

test('[UI-05] without script a theme that is saved is in force on the very page that answers', async ({
  newMember,
  browser,
  url,
}) => {
  const member = await newMember();
  const context = await browser.newContext({
    baseURL: url,
    javaScriptEnabled: false,
    storageState: await member.context.storageState(),
  });
  const page = await context.newPage();
  await page.goto('/settings/appearance');
  await page.getByLabel('Midnight').check();
  await page.getByRole('button', { name: 'Save appearance' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  expect(await page.locator('html').getAttribute('data-theme')).toBe('midnight');
  await context.close();
});

test('[UI-02] pages come in with a movement, and without one for people who want none', async ({ visitor: page }) => {
  const moves = async (reducedMotion: 'reduce' | 'no-preference') => {
    await page.emulateMedia({ reducedMotion });
    await page.goto('/about');
    await hydrated(page);
    await page.evaluate(() => {
      const started: string[] = [];
      Object.assign(window, { started });
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (...given) {
        started.push(this.tagName);
        return animate.apply(this, given);
      };
    });
    await page.getByRole('contentinfo').getByRole('link', { name: 'Fees' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Fees' })).toBeVisible();
    return page.evaluate(() => (window as unknown as { started: string[] }).started);
  };
  expect(await moves('no-preference')).toContain('MAIN');
  expect(await moves('reduce')).toEqual([]);
});

test('[GD-04] three skeleton bars stand while the server decides about a guarded page', async ({ newMember }) => {
  const { page } = await newMember();
  await page.goto('/about');
  await hydrated(page);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/settings*.data*', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: /your account/ }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await expect(page.getByTestId('skeleton-bar')).toHaveCount(3);
  release();
  await expect(page).toHaveURL(/\/settings/);
  await expect(page.getByTestId('skeleton-bar')).toHaveCount(0);
});

test('[RT-05] about, FAQ and privacy policy read without script and answer for this product', async ({
  browser,
  url,
}) => {
  const context = await browser.newContext({ baseURL: url, javaScriptEnabled: false });
  const page = await context.newPage();
  for (const [path, words] of [
    ['/about', '30 minutes'],
    ['/faq', '48 hours'],
    ['/privacy-policy', 'theme'],
    ['/fees', '30 days'],
    ['/grading-guide', 'Near mint'],
    ['/guides', 'List your first card'],
  ] as const) {
    const answer = await page.goto(path);
    expect([path, answer?.status()]).toEqual([path, 200]);
    await expect(page.locator('main h1')).toHaveCount(1);
    await expect(page.locator('main')).toContainText(words);
    await expect(page.locator('head meta[name=description]')).toHaveCount(1);
    await expect(page.locator('head link[rel=canonical]')).toHaveCount(1);
  }
  await page.goto('/faq?q=declined');
  await expect(page.locator('.qa-list details')).toHaveCount(1);
  await context.close();
});

test('[RT-05] a link to one answer opens it, and the search narrows the questions', async ({ visitor: page }) => {
  await page.goto('/faq#hold');
  await hydrated(page);
  await expect(page.locator('#hold')).toHaveAttribute('open', '');
  await page.getByRole('searchbox', { name: 'Search questions' }).fill('photos megapixels');
  await expect(page.locator('.qa-list details')).toHaveCount(1);
  await page.getByRole('searchbox', { name: 'Search questions' }).fill('zebra');
  await expect(page.getByRole('heading', { name: 'No results for “zebra”' })).toBeVisible();
});

test('an unknown address is a 404 page with a search', async ({ visitor: page }) => {
  const answer = await page.goto('/no/such/page');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await expect(page).toHaveTitle(/Page not found/);
  await page.getByRole('main').getByRole('searchbox').fill('charizard');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/browse\?q=charizard/);
});

test('single-key shortcuts are turned off where they are listed, and in the settings', async ({
  visitor: page,
  newMember,
}) => {
  const isHinted = (on: Page) => expect(on.getByRole('search', { name: 'Site' }).locator('.kbd'));
  await page.goto('/faq');
  await hydrated(page);
  await isHinted(page).toBeVisible();
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await list.getByRole('checkbox', { name: 'Single-key shortcuts' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await page.reload();
  await hydrated(page);
  await isHinted(page).toBeHidden();
  await page.keyboard.press('?');
  await page.keyboard.press('/');
  await page.keyboard.press('Control+K');
  // Keys are handled in order: had one of the first two done something, this dialog would not be the only one, nor
  // have opened over a field.
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(page.getByRole('dialog', { name: 'Search or go to a page' })).toBeVisible();
  const { page: own } = await newMember();
  await own.goto('/settings/appearance');
  await hydrated(own);
  await own.getByRole('checkbox', { name: 'Single-key shortcuts' }).uncheck();
  await isHinted(own).toBeHidden();
  await own.getByRole('checkbox', { name: 'Single-key shortcuts' }).check();
  await isHinted(own).toBeVisible();
  await own.getByRole('heading', { level: 1 }).click();
  await own.keyboard.press('/');
  await expect(own.getByRole('search', { name: 'Site' }).locator('input')).toBeFocused();
});

test('keys open pages, and the search with commands finds themes, settings and own listings', async ({ newMember }) => {
  const { page, api } = await newMember();
  const made = await api('POST', '/api/listings', {
    game: 'pokemon',
    name: 'Zapdos of the palette',
    condition: 'near_mint',
    price: { amount: 1_000, currency: 'USD' },
    status: 'active',
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  await page.goto('/faq');
  await hydrated(page);
  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await expect(page).toHaveURL(/\/orders/);
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeFocused();
  await page.keyboard.press('n');
  await expect(page).toHaveURL(/\/listings\/create/);
  await page.goto('/dashboard/listings');
  await hydrated(page);
  await page.getByRole('link', { name: 'Zapdos of the palette' }).first().focus();
  await page.keyboard.press('e');
  await expect(page.getByLabel('Price of Zapdos of the palette in USD')).toBeFocused();

  const palette = page.getByRole('dialog', { name: 'Search or go to a page' });
  const field = palette.getByRole('combobox');
  const choose = async (words: string, option: string | RegExp) => {
    await page.keyboard.press('Control+K');
    await field.fill(words);
    await palette.getByRole('option', { name: option }).click();
    await expect(palette).toBeHidden();
  };
  await choose('midnight', 'Use theme: Midnight');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'midnight');
  await choose('password', /^Security/);
  await expect(page).toHaveURL(/\/settings\/security/);
  await choose('palette zapdos', /Your listing · \$10\.00/);
  await expect(page).toHaveURL(new RegExp(`/listings/${made.body.id}`));
  await choose('sign out', /^Sign out$/);
  await expect(page.getByRole('link', { name: 'Create account' }).first()).toBeVisible();
});

test('[UI-04] a toast stands bottom right for 5 s, waits while it is looked at, and goes by Escape or a swipe to the right', async ({
  newMember,
}) => {
  const { page } = await newMember();
  const toast = page.getByTestId('toast');
  /** The sentence that follows a sign-in: the quickest way to a toast of the product's own. */
  const raise = async () => {
    // This page has looked for a record already; the next one finds it.
    await hydrated(page);
    await page.evaluate(() => {
      const record = { path: '/fees', action: 'toggle_favorite', params: {}, at: Date.now() };
      localStorage.setItem('auth_redirect', JSON.stringify(record));
    });
    await page.goto('/about');
    await expect(toast).toHaveText(/You can now add this listing to your favorites/);
    await expect(page.getByRole('heading', { level: 1, name: 'Fees' })).toBeFocused();
  };
  // In the page's own time: the journey sees a toast when the machine lets it.
  await page.addInitScript(() => {
    const lives: number[] = [];
    let came: number | null = null;
    Object.assign(window, { lives });
    new MutationObserver(() => {
      const isThere = document.querySelector('[data-testid=toast]') !== null;
      if (isThere) came ??= performance.now();
      else if (came !== null) {
        lives.push(performance.now() - came);
        came = null;
      }
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto('/about');
  await raise();
  await expect(toast).toHaveCount(1);
  const box = await toast.boundingBox();
  const { width, height } = page.viewportSize()!;
  expect(box!.x + box!.width).toBeGreaterThan(width - 40);
  expect(box!.y + box!.height).toBeGreaterThan(height - 40);
  await expect(toast).toHaveCount(0);
  // How late it may go a busy machine says; that it goes by itself was just seen.
  expect(await page.evaluate(() => (window as unknown as { lives: number[] }).lives[0])).toBeGreaterThan(4_500);

  await raise();
  await toast.hover();
  await page.waitForTimeout(6_000);
  await expect(toast).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(toast).toHaveCount(0);

  await raise();
  await page.keyboard.press('F8');
  expect(await page.evaluate(() => document.activeElement?.closest('.toasts') !== null)).toBe(true);
  const from = (await toast.boundingBox())!;
  await page.mouse.move(from.x + 60, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(from.x + 300, from.y + 20, { steps: 12 });
  await page.mouse.up();
  await expect(toast).toHaveCount(0, { timeout: 1_500 });
});
