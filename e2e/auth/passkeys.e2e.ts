import type { Browser, Page } from '@playwright/test';
import { type TOTP, URI } from 'otpauth';
import { expect, hydrated, type Person, test } from '../fixtures.ts';
import { watchLoadingScreen } from '../loading-screen.ts';

/** Passkeys need a name in the address: the market that is reached as 127.0.0.1 is reached as localhost too. */
const named = (url: string) => url.replace('127.0.0.1', 'localhost');

async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await hydrated(page);
}

interface Device {
  /** Whether the user unlocks the device: without it the browser's request waits. */
  attend(yes: boolean): Promise<void>;
  /** Whether the screen lock opens. */
  unlock(yes: boolean): Promise<void>;
  passkeys(): Promise<number>;
}

/** A device with a screen lock that keeps passkeys, for one page. */
async function deviceOf(page: Page): Promise<Device> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  return {
    attend: (enabled) =>
      cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }).then(() => {}),
    unlock: (isUserVerified) =>
      cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }).then(() => {}),
    passkeys: async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  };
}

const panel = (page: Page) => page.getByRole('region', { name: 'Passkeys' });

/** Signs the member in at the named address, where cookies are others, and adds a passkey in the settings. */
async function addPasskey({ page, context, email, password }: Person, url: string): Promise<Device> {
  const device = await deviceOf(page);
  const answer = await context.request.post(`${named(url)}/api/auth/sign-in/email`, {
    data: { email, password },
    headers: { origin: named(url) },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  await open(page, `${named(url)}/settings/security`);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('My laptop');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await expect(page.getByTestId('toast')).toContainText(
    'Passkey “My laptop” added. Your other devices are signed out.',
  );
  await expect(panel(page).getByRole('listitem').filter({ hasText: 'My laptop' })).toContainText('not used yet');
  expect(await device.passkeys()).toBe(1);
  return device;
}

/**
 * A browser without passkeys in its suggestions, where the button is the one way: the device that stands in here would
 * answer those at once.
 */
const withoutSuggestions = (page: Page) =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });

/** From a page that takes no notice: an open settings page would ask to sign in, and remember to come back to it. */
async function signOut(page: Page, url: string): Promise<void> {
  await page.goto('about:blank');
  expect(
    (await page.request.post(`${named(url)}/api/auth/sign-out`, { headers: { origin: named(url) } })).status(),
  ).toBe(200);
}
const button = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' });
const who = async (page: Page, url: string) =>
  (await (await page.request.get(`${named(url)}/api/auth/get-session`)).json())?.user.username ?? null;

test('[RP-07] a passkey signs in by the button and leads back to where the person was going', async ({
  newMember,
  url,
}) => {
  const member = await newMember();
  const { page } = member;
  await addPasskey(member, url);
  await signOut(page, url);
  await withoutSuggestions(page);
  await open(page, `${named(url)}/settings/data`);
  await expect(page).toHaveURL(/\/auth\/sign-in\?next=/);
  // This browser has a passkey, so it comes before the password.
  const [first, second] = await Promise.all([button(page).boundingBox(), page.getByLabel('Email').boundingBox()]);
  expect(first?.y).toBeLessThan(second?.y ?? 0);
  await button(page).click();
  await expect(page).toHaveURL(`${named(url)}/settings/data`);
  expect(await who(page, url)).toBe(member.username);
});

test('[GD-04] after a passkey the loading screen stands until the next page is there', async ({ newMember, url }) => {
  const member = await newMember();
  const { page } = member;
  await addPasskey(member, url);
  await signOut(page, url);
  await withoutSuggestions(page);
  await open(page, `${named(url)}/auth/sign-in?next=/settings/appearance`);
  const { hasCome } = await watchLoadingScreen(page);
  await page.route('**/settings/appearance*', async (route) => {
    await hasCome;
    await route.continue();
  });
  await button(page).click();
  await expect(page).toHaveURL(`${named(url)}/settings/appearance`);
  await expect(page.getByTestId('loading-screen')).toBeHidden();
  expect(await who(page, url)).toBe(member.username);
});

test('[RP-05] what a visitor was about to do is done after signing in with a passkey', async ({ newMember, url }) => {
  const member = await newMember();
  const { page } = member;
  await addPasskey(member, url);
  await signOut(page, url);
  await withoutSuggestions(page);
  const listing = (await (await page.request.get(`${named(url)}/api/listings?limit=1`)).json()).items[0];
  await open(page, `${named(url)}/listings/${listing.id}`);
  await page
    .getByRole('button', { name: /^Favorite / })
    .first()
    .click();
  await expect(page).toHaveURL(/\/auth\/sign-in/);
  await button(page).click();
  await expect(page).toHaveURL(new RegExp(`/listings/${listing.id}`));
  await expect(page.getByTestId('toast')).toContainText('You can now add this listing to your favorites');
});

test('the suggestions of the email field sign in without a press of ours', async ({ newMember, url }) => {
  const member = await newMember();
  const { page } = member;
  await addPasskey(member, url);
  await signOut(page, url);
  await page.goto(`${named(url)}/auth/sign-in?next=/settings/appearance`);
  await expect(page).toHaveURL(`${named(url)}/settings/appearance`);
  expect(await who(page, url)).toBe(member.username);
});

test('an account with an authenticator app is asked for its code after the password, and not after a passkey', async ({
  newMember,
  url,
}) => {
  const member = await newMember();
  const { page } = member;
  const api = async (path: string, data: unknown) =>
    page.request.post(`${named(url)}/api/auth/two-factor/${path}`, { data, headers: { origin: named(url) } });
  const device = await addPasskey(member, url);
  const { totpURI } = await (await api('enable', { password: member.password })).json();
  const totp = URI.parse(totpURI) as TOTP;
  expect((await api('verify-totp', { code: totp.generate() })).status()).toBe(200);
  await signOut(page, url);
  await device.attend(false);
  await open(page, `${named(url)}/auth/sign-in`);
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Password', { exact: true }).fill(member.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/auth\/second-step/);
  expect(await who(page, url)).toBeNull();
  await device.attend(true);
  await open(page, `${named(url)}/auth/sign-in`);
  await expect(page).toHaveURL(`${named(url)}/dashboard`);
  expect(await who(page, url)).toBe(member.username);
});

test('a screen lock that does not open, and a passkey that was removed, are said in words', async ({
  newMember,
  url,
}) => {
  const member = await newMember();
  const { page } = member;
  const device = await addPasskey(member, url);
  await device.unlock(false);
  await signOut(page, url);
  await withoutSuggestions(page);
  await open(page, `${named(url)}/auth/sign-in`);
  await button(page).click();
  await expect(
    page.getByText(
      'No passkey was used. You cancelled, it took too long, or you have no passkey for this site. Try again.',
    ),
  ).toBeVisible();
  expect(await who(page, url)).toBeNull();

  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Password', { exact: true }).fill(member.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(`${named(url)}/dashboard`);
  await open(page, `${named(url)}/settings/security`);
  await page.getByRole('button', { name: 'Remove passkey My laptop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove passkey', exact: true }).click();
  await expect(page.getByTestId('toast')).toContainText('Passkey removed. Your other devices are signed out.');
  await expect(panel(page).getByText('My laptop', { exact: true })).toHaveCount(0);

  await signOut(page, url);
  await device.unlock(true);
  await open(page, `${named(url)}/auth/sign-in`);
  await button(page).click();
  await expect(
    page.getByText('We don’t recognize this passkey. It may have been removed from its account. Sign in another way.'),
  ).toBeVisible();
  // The password manager was notified, and suggests it no longer.
  await expect.poll(() => device.passkeys()).toBe(0);
});

test('a passkey is renamed, the same device is not added twice, and a name is needed', async ({ newMember, url }) => {
  const member = await newMember();
  const { page } = member;
  const device = await addPasskey(member, url);
  await page.getByRole('button', { name: 'Rename passkey My laptop' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Enter a name.')).toBeVisible();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Desk');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(panel(page).getByRole('listitem').filter({ hasText: 'Desk' })).toBeVisible();

  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await expect(page.getByText('This device or password manager already has a passkey for your account.')).toBeVisible();
  expect(await device.passkeys()).toBe(1);
});

test('at the address of numbers the pages say which name to open, and offer no button that cannot work', async ({
  newMember,
  url,
}) => {
  test.skip(!url.includes('127.0.0.1'), 'the market under test has a name');
  const { page } = await newMember();
  await open(page, `${url}/settings/security`);
  await expect(panel(page)).toContainText(`Passkeys don’t work at this web address. Open ${named(url)} instead.`);
  await expect(panel(page).getByRole('button')).toHaveCount(0);
  await page.context().clearCookies();
  await open(page, `${url}/auth/sign-in`);
  await expect(button(page)).toHaveCount(0);
  await page.getByRole('link', { name: named(url) }).click();
  await expect(page).toHaveURL(`${named(url)}/auth/sign-in`);
  await expect(button(page)).toBeVisible();
});

async function withoutScript(browser: Browser, url: string): Promise<Page> {
  return (await browser.newContext({ baseURL: named(url), javaScriptEnabled: false })).newPage();
}

test('without JavaScript the panel says that it needs it, and signing in works by password', async ({
  browser,
  newMember,
  url,
}) => {
  const { email, password } = await newMember();
  const page = await withoutScript(browser, url);
  await page.goto('/auth/sign-in?next=/settings/security');
  await expect(page.getByText('Sign in with a passkey')).toBeHidden();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/settings/security');
  await expect(panel(page)).toContainText('Passkeys need JavaScript.');
  await expect(panel(page).getByRole('button')).toHaveCount(0);
  await page.context().close();
});

test('a browser that has no passkeys says so, and the page reports no error', async ({ visitor: page, url }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'));
  await open(page, `${named(url)}/auth/sign-in`);
  await button(page).click();
  await expect(page.getByText('This browser doesn’t support passkeys. Sign in another way.')).toBeVisible();
  expect(errors).toEqual([]);
});
