import type { Page } from '@playwright/test';
import { expect, hydrated, test } from '../fixtures.ts';
import { drawnPhoto } from '../photos.ts';

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

test('[EN-01] a picture is chosen, moved with the arrow keys, saved, shown in the header and on the profile, and removed', async ({
  newMember,
}) => {
  const { page, api, id } = await newMember();
  await open(page, '/settings');
  await page
    .getByLabel('Choose a photo')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await drawnPhoto('#3355aa') });
  const crop = page.getByRole('group', { name: /Visible part of the photo/ });
  await crop.focus();
  await crop.press('ArrowRight');
  await page.getByLabel('Zoom').fill('2');
  const sent = page.waitForRequest('**/api/profile/avatar*');
  await page.getByRole('button', { name: 'Save photo' }).click();
  expect(new URL((await sent).url()).searchParams.get('size')).toMatch(/^\d+$/);
  await expect(page.getByText('Profile photo changed')).toBeVisible();
  const { avatarUrl } = (await api('GET', '/api/profile')).body;
  await expect(page.locator(`header img[src="${avatarUrl}"]`).first()).toBeVisible();
  await open(page, `/profile/${id}`);
  await expect(page.locator(`main img[src="${avatarUrl}"]`).first()).toBeVisible();
  await open(page, '/settings');
  await page.getByRole('button', { name: 'Remove photo' }).click();
  await expect(page.getByRole('button', { name: 'Remove photo' })).toBeHidden();
  expect((await api('GET', '/api/profile')).body.avatarUrl).toBeNull();
});

test('[EN-01] a file that is no photo is refused in words, on the page', async ({ newMember }) => {
  const { page } = await newMember();
  await open(page, '/settings');
  await page
    .getByLabel('Choose a photo')
    .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('words') });
  await page.getByRole('button', { name: 'Save photo' }).click();
  await expect(page.getByText('We can’t read this file. Use a JPEG, PNG or WebP photo.')).toBeVisible();
});

test('[AP-05] [ER-04] the data are downloaded; the account goes with the second press, in every tab', async ({
  newMember,
}) => {
  const member = await newMember();
  const { page, context, username, email, password } = member;
  const other = await context.newPage();
  await open(other, '/settings/security');
  await open(page, '/settings/data');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download data' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/);
  const stream = await file.createReadStream();
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  expect(JSON.parse(Buffer.concat(parts).toString()).account.account.email).toBe(email);
  await expect(page.getByRole('button', { name: 'Delete account' })).toBeHidden();
  await page.getByText('Delete account…').click();
  await page.getByLabel('Password', { exact: true }).fill(password);
  const called = page.waitForRequest('**/api/users/delete-account');
  await page.getByRole('button', { name: 'Delete account' }).click();
  const call = await called;
  expect([call.method(), call.headers().authorization]).toEqual(['POST', expect.stringMatching(/^Bearer ./)]);
  await expect(page).toHaveURL('/goodbye');
  await expect(page.getByRole('heading', { name: 'Your account has been deleted' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
  await other.goto('/settings/security');
  await expect(other).toHaveURL(/\/auth\/sign-in/);
  const again = await context.request.post('/api/auth/sign-in/email', {
    data: { email, password },
    headers: { origin: new URL(page.url()).origin },
  });
  expect(again.status()).toBe(401);
  expect((await context.request.get(`/api/profiles/${username}`)).status()).toBe(404);
  // A member who signs in again may keep the account.
  await open(page, '/auth/sign-in');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Keep account' })).toBeVisible();
  await page.getByRole('button', { name: 'Keep account' }).click();
  await expect(page.getByRole('heading', { name: 'Account restored' })).toBeVisible();
  expect((await context.request.get(`/api/profiles/${username}`)).status()).toBe(200);
});

test('[ER-05] a deletion for which there is no token says so, and the account stays', async ({ newMember }) => {
  const { page, password } = await newMember();
  await page.route('**/api/auth/token', (route) => route.fulfill({ status: 403, json: {} }));
  await open(page, '/settings/data');
  await page.getByText('Delete account…').click();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(page.locator('main').getByText('Failed to get authentication token')).toBeVisible();
  await expect(page).toHaveURL('/settings/data');
});

test('[AP-05] without scripts the account goes with two presses as well', async ({ browser, url, newMember }) => {
  const member = await newMember();
  const context = await browser.newContext({
    baseURL: url,
    javaScriptEnabled: false,
    storageState: await member.context.storageState(),
  });
  const page = await context.newPage();
  await page.goto('/settings/data');
  await page.getByText('Delete account…').click();
  await page.getByLabel('Password', { exact: true }).fill(member.password);
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(page).toHaveURL('/goodbye');
  await context.close();
});

test('[VA-11] settings are saved with a word beside the button, and a wrong link is named', async ({ newMember }) => {
  const { page } = await newMember();
  await open(page, '/settings');
  await page.getByLabel('YouTube').fill('http://youtube.com/x');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.locator('main').getByRole('alert')).toContainText(
    'Enter a YouTube link that starts with https://youtube.com/',
  );
  await page.getByLabel('YouTube').fill('https://youtube.com/@x');
  await page.getByLabel('About you').fill('Base Set only.');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
  await page.goto('/profile');
  await expect(page.locator('main')).toContainText('Base Set only.');
});

test('[UI-05] a theme chosen in the settings is in force at once and saved with the account', async ({ newMember }) => {
  const { page, api } = await newMember();
  await open(page, '/settings/appearance');
  await page.getByRole('radio', { name: /Midnight/ }).check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'midnight');
  await page.getByRole('button', { name: 'Save appearance' }).click();
  await expect.poll(async () => (await api('GET', '/api/profile')).body.theme).toBe('midnight');
});

test('a member in Berlin reads times of Berlin and German separators, and nothing fails to hydrate', async ({
  newMember,
  browser,
}) => {
  const member = await newMember();
  const context = await browser.newContext({ locale: 'de-DE', timezoneId: 'Europe/Berlin' });
  await context.addCookies(await member.page.context().cookies());
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => void (message.type() === 'error' && problems.push(message.text())));
  page.on('pageerror', (error) => void problems.push(error.message));
  await open(page, '/settings/security');
  await expect
    .poll(async () => (await context.cookies()).find(({ name }) => name === 'time_zone')?.value)
    .toBe('Europe/Berlin');
  await open(page, '/browse');
  await expect(page.locator('main')).toContainText(/\d,\d\d\s[$€]/);
  await open(page, '/settings/appearance');
  await page.getByLabel('Number format').selectOption('en-GB');
  await page.getByRole('button', { name: 'Save appearance' }).click();
  await expect.poll(async () => (await member.api('GET', '/api/profile')).body.numberFormat).toBe('en-GB');
  await open(page, '/browse');
  await expect(page.locator('main')).toContainText(/[$€]\d+\.\d\d/);
  expect(problems).toEqual([]);
  await context.close();
});
