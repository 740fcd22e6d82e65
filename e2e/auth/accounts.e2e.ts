import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { fillSignIn, open, password, plant, record } from '../signing-in.ts';

const minuteMs = 60_000;
const unique = () => `j_${Math.random().toString(36).slice(2, 12)}`;

/** A member who is signed out in the page that the test uses. */
async function formerMember(
  page: Page,
  newMember: (name?: string) => Promise<{ id: string; email: string; page: Page; username: string }>,
) {
  const member = await newMember();
  await member.page.close();
  await open(page, '/auth/sign-in');
  return member;
}

test('[GD-02] [RP-05] a visitor of a guarded page signs in and lands on it, with its query', async ({
  visitor: page,
  newMember,
}) => {
  const member = await newMember();
  await open(page, '/settings/security?from=mail');
  await expect(page).toHaveURL('/auth/sign-in?next=%2Fsettings%2Fsecurity%3Ffrom%3Dmail');
  expect(await record(page)).toMatchObject({ path: '/settings/security?from=mail', action: 'route_guard_redirect' });
  await fillSignIn(page, member.email);
  await expect(page).toHaveURL('/settings/security?from=mail');
  await expect.poll(() => record(page)).toBeNull();
});

test('[RT-06] [GD-02] the guard answers a visitor with a redirect before anything is rendered', async ({ context }) => {
  for (const path of ['/dashboard', '/profile', '/messages', '/settings', '/%73ettings', '/listings//create']) {
    const answer = await context.request.get(path, { maxRedirects: 0 });
    expect([path, answer.status()]).toEqual([path, 302]);
    expect(answer.headers().location).toMatch(/^\/auth\/sign-in\?next=/);
  }
});

test('[GD-02] [GD-04] a navigation inside the app is guarded too: three bars while the server decides, then the sign-in page', async ({
  visitor: page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/about');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/listings/create.data*', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Sell', exact: true }).click();
  await expect(page.getByTestId('skeleton-bar')).toHaveCount(3);
  release();
  await expect(page).toHaveURL('/auth/sign-in?next=%2Flistings%2Fcreate');
  await expect(page.getByTestId('skeleton-bar')).toHaveCount(0);
});

test('[RO-01] signing up, signing out and in again, with the exact sentences on the way', async ({ visitor: page }) => {
  const username = unique();
  const form = page.locator('main form');
  await open(page, '/auth/sign-up');
  await form.getByRole('button', { name: 'Create account' }).click();
  await expect(form.getByRole('alert')).toBeFocused();
  await expect(form.getByRole('alert')).toContainText('Invalid email address');
  await page.getByLabel('Email').fill(`${username}@example.test`);
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Location').fill('Lyon, France');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await form.getByRole('button', { name: 'Create account' }).click();
  await expect(form.getByRole('alert')).toContainText('Username is already taken. Please choose another one.');
  await expect(page.getByLabel('Email')).toHaveValue(`${username}@example.test`);
  await page.getByLabel('Username').fill(username);
  await form.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL('/dashboard');

  await page.getByRole('button', { name: /your account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/');
  await open(page, '/auth/sign-in');
  await page.getByLabel('Email').fill('nobody-at-all@example.test');
  await page.getByLabel('Password', { exact: true }).fill('wrong-horse-battery');
  await form.getByRole('button', { name: 'Sign in' }).click();
  await expect(form.getByRole('alert')).toHaveText('No account found with this email address');
  await page.getByLabel('Email').fill(`${username}@example.test`);
  await form.getByRole('button', { name: 'Sign in' }).click();
  await expect(form.getByRole('alert')).toHaveText('The email or password you entered is incorrect');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await form.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('[ER-01] without a network the form says so and keeps what was typed', async ({ visitor: page, context }) => {
  await open(page, '/auth/sign-in');
  await context.setOffline(true);
  await fillSignIn(page, 'someone@example.test');
  await expect(page.locator('main').getByRole('alert')).toHaveText(
    'Network error. Please check your internet connection.',
  );
  await expect(page.getByLabel('Email')).toHaveValue('someone@example.test');
});

test('[RP-01] [RP-02] a saved favourite or purchase comes back to its listing with the exact sentence, once', async ({
  visitor: page,
  newMember,
  context,
}) => {
  const seller = await newMember();
  const card = {
    game: 'pokemon',
    name: 'Charizard',
    condition: 'near_mint',
    price: { amount: 1_500, currency: 'USD' },
    status: 'active',
  };
  const made = await seller.api('POST', '/api/listings', card);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const listing = `/listings/${made.body.id}`;
  for (const [action, toast] of [
    ['toggle_favorite', 'You can now add this listing to your favorites'],
    ['buy_now', 'You can now complete your purchase'],
  ]) {
    const member = await formerMember(page, newMember);
    await plant(page, { path: listing, action, params: { listingId: made.body.id }, at: Date.now() });
    await fillSignIn(page, member.email);
    await expect(page).toHaveURL(listing);
    await expect(page.getByTestId('toast')).toContainText(toast ?? '');
    expect(await record(page)).toBeNull();
    await page.goto('/settings');
    await expect(page).toHaveURL('/settings');
    await context.clearCookies();
  }
});

test('[GD-06] [RP-06] an expired, foreign or malformed record leads to the dashboard, another saved path to itself', async ({
  visitor: page,
  newMember,
  context,
}) => {
  const now = Date.now();
  const cases: [unknown, string][] = [
    [{ path: '/settings', action: 'route_guard_redirect', params: {}, at: now - 31 * minuteMs }, '/dashboard'],
    [{ path: 'https://evil.example/', action: 'buy_now', params: {}, at: now }, '/dashboard'],
    [{ path: '//evil.example/', action: 'buy_now', params: {}, at: now }, '/dashboard'],
    ['not a record', '/dashboard'],
    [{ path: '/about', action: 'anything', params: {}, at: now }, '/about'],
  ];
  for (const [value, landing] of cases) {
    const member = await formerMember(page, newMember);
    await plant(page, value);
    await fillSignIn(page, member.email);
    await expect(page).toHaveURL(landing);
    await context.clearCookies();
  }
});

test('[GD-06] an address to come back to that is not ours is ignored, also without script', async ({
  browser,
  url,
  newMember,
  extraHTTPHeaders,
}) => {
  const member = await newMember();
  const context = await browser.newContext({
    baseURL: url,
    javaScriptEnabled: false,
    ...(extraHTTPHeaders ? { extraHTTPHeaders } : {}),
  });
  const page = await context.newPage();
  for (const [next, landing] of [
    ['https://evil.example/', '/dashboard'],
    ['//evil.example', '/dashboard'],
    ['/settings/appearance', '/settings/appearance'],
  ]) {
    await page.goto(`/auth/sign-in?next=${encodeURIComponent(next ?? '')}`);
    await fillSignIn(page, member.email);
    await expect(page).toHaveURL(landing ?? '');
    await context.clearCookies();
  }
  await context.close();
});

test('[GD-03] [ST-08] [RP-07] a flagged member completes the profile first, and the saved intent survives that', async ({
  visitor: page,
  context,
  url,
}) => {
  const username = unique();
  const email = `${username}@example.test`;
  const made = await context.request.post('/api/auth/sign-up/email', {
    data: { email, password, username },
    headers: { origin: url },
  });
  expect(made.status()).toBe(200);
  await open(page, '/settings');
  await expect(page).toHaveURL('/auth/complete-profile?next=%2Fsettings');
  expect(await page.evaluate(() => localStorage.getItem('needs_profile_completion'))).toBe('true');
  await plant(page, { path: '/about', action: 'anything', params: {}, at: Date.now() });
  await open(page, '/dashboard');
  expect(await record(page)).toMatchObject({ path: '/about', uid: (await made.json()).user.id });
  await page.getByLabel('Location').fill('Bern, Switzerland');
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await expect(page).toHaveURL('/about');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('needs_profile_completion'))).toBeNull();

  await plant(page, { path: '/settings', action: 'anything', params: {}, at: Date.now(), uid: 'somebody-else' });
  await open(page, '/about');
  await expect.poll(() => record(page)).toBeNull();
  await expect(page).toHaveURL('/about');
});

test('[RT-02] [RT-03] who is signed in and complete is sent on from the pages of coming in', async ({ newMember }) => {
  const { page } = await newMember();
  for (const path of ['/auth/sign-in', '/auth/sign-up', '/auth/complete-profile']) {
    await page.goto(path);
    await expect(page).toHaveURL('/dashboard');
  }
});

test('[ST-09] [RP-07] a sign-out clears the storage but the theme, kills the intent, and every tab follows', async ({
  newMember,
}) => {
  const { page, context } = await newMember();
  const other = await context.newPage();
  await open(other, '/settings');
  await other.evaluate(() => sessionStorage.setItem('draft', 'private'));
  await open(page, '/about');
  await page.evaluate(() => {
    localStorage.setItem('theme', 'midnight');
    localStorage.setItem('draft', 'private');
    sessionStorage.setItem('draft', 'private');
    localStorage.setItem(
      'auth_redirect',
      JSON.stringify({ path: '/settings', action: 'x', params: {}, at: Date.now() }),
    );
  });
  await page.getByRole('button', { name: /your account/ }).click();
  const left: string[][] = [];
  await page.exposeFunction('recordLeft', (keys: string[]) => void left.push(keys));
  await page.evaluate(() => {
    // What is left at the moment when the address becomes home.
    const move = history.pushState;
    history.pushState = function (...to) {
      move.apply(this, to);
      if (location.pathname !== '/') return;
      (window as unknown as { recordLeft(keys: string[]): void }).recordLeft(Object.keys(localStorage));
    };
  });
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/');
  await expect.poll(() => left[0]).toEqual(['theme']);
  await expect(other).toHaveURL('/');
  await expect(other.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
  for (const tab of [page, other]) {
    await expect
      .poll(() => tab.evaluate(() => [Object.keys(localStorage), sessionStorage.getItem('draft')]))
      .toEqual([['theme'], null]);
  }
});

test('[RT-07] a public profile reads without script; an unknown one is 404 with the exact sentence', async ({
  browser,
  url,
  newMember,
}) => {
  const member = await newMember();
  await member.api('PATCH', '/api/profile', { bio: 'Holos only.' });
  const context = await browser.newContext({ baseURL: url, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`/profile/${member.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(member.username);
  await expect(page.locator('main')).toContainText('Holos only.');
  const missing = await page.goto('/profile/nobody_of_that_name');
  expect(missing?.status()).toBe(404);
  await expect(page.locator('main')).toContainText('User profile not found');
  await context.close();
});
