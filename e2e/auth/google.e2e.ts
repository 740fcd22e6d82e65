import type { Page } from '@playwright/test';
import { expect, hydrated, test } from '../fixtures.ts';
import { list } from '../listing-steps.ts';
import { watchLoadingScreen } from '../loading-screen.ts';

const unique = () => `g.${Math.random().toString(36).slice(2, 12)}@example.test`;

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

const google = (page: Page) => page.getByRole('button', { name: 'Continue with Google' });

/** Presses the button and gives Google's page in the popup. */
async function popupOf(page: Page, button = google(page)): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), button.click()]);
  await expect(popup.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  return popup;
}

async function answer(popup: Page, email: string): Promise<void> {
  await popup.getByLabel('Email', { exact: true }).fill(email);
  await popup.getByRole('button', { name: 'Continue' }).click();
}

async function complete(page: Page, username: string): Promise<void> {
  await expect(page).toHaveURL(/\/auth\/complete-profile/);
  await hydrated(page);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Location').fill('Lyon, France');
  await page.getByRole('button', { name: 'Save and continue' }).click();
}

const flag = (page: Page) => page.evaluate(() => localStorage.getItem('needs_profile_completion'));
const nameOf = (email: string) => email.split('@')[0]?.replace('.', '_') ?? '';

test('[ST-08] signing up with Google in a popup: flagged until the profile is saved, then signed in by one press', async ({
  visitor: page,
}) => {
  const email = unique();
  await open(page, '/auth/sign-up');
  const popup = await popupOf(page);
  const isClosed = popup.waitForEvent('close');
  await answer(popup, email);
  await isClosed;
  await expect(page).toHaveURL('/auth/complete-profile');
  await expect.poll(() => flag(page)).toBe('true');
  await page.goto('/dashboard');
  await complete(page, `${nameOf(email)}_x`);
  await expect(page).toHaveURL('/dashboard');
  await expect.poll(() => flag(page)).toBeNull();

  await page.context().clearCookies();
  await open(page, '/auth/sign-in');
  await answer(await popupOf(page), email);
  await expect(page).toHaveURL('/dashboard');
});

test('[ER-02] the button of Google opens its popup by the keyboard, Space as well as Enter', async ({
  visitor: page,
}) => {
  await open(page, '/auth/sign-in');
  for (const key of ['Space', 'Enter']) {
    const [popup] = await Promise.all([page.waitForEvent('popup'), google(page).press(key)]);
    await popup.close();
    await expect(page.getByText('Sign in cancelled', { exact: true })).toBeVisible();
    await expect(page).toHaveURL('/auth/sign-in');
  }
});

test('[ER-02] a popup that is closed, cancelled or blocked says so in its own words', async ({ visitor: page }) => {
  await open(page, '/auth/sign-in');
  await (await popupOf(page)).close();
  await expect(page.getByText('Sign in cancelled', { exact: true })).toBeVisible();

  await (await popupOf(page)).getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Sign in cancelled', { exact: true })).toBeVisible();

  await page.context().setOffline(true);
  await google(page).click();
  await expect(page.getByText('Network error. Please check your internet connection.', { exact: true })).toBeVisible();
  expect(page.context().pages()).toHaveLength(1);
  await page.context().setOffline(false);

  await page.evaluate(() => {
    window.open = () => null;
  });
  await google(page).click();
  await expect(
    page.getByText('Sign in popup was blocked. Please allow popups for this site.', { exact: true }),
  ).toBeVisible();
});

test('[ER-02] an answer of another flow fails, and a message of another window is ignored', async ({
  visitor: page,
}) => {
  await open(page, '/auth/sign-in');
  const popup = await popupOf(page);
  await page.evaluate(() => {
    const data = { type: 'sleeved:google', problem: null, to: '/browse' };
    dispatchEvent(new MessageEvent('message', { data, origin: 'https://evil.example', source: window }));
    window.postMessage(data, location.origin);
  });
  await expect(popup.getByRole('button', { name: 'Continue' })).toBeVisible();
  await expect(page).toHaveURL('/auth/sign-in');
  await page.context().clearCookies();
  await answer(popup, unique());
  await expect(popup.getByText('Failed to sign in with Google')).toBeVisible();
});

test('[VA-09] [VA-04] a Google account without an email, and an email with a password, get the reason of the refusal', async ({
  visitor: page,
  newMember,
}) => {
  const member = await newMember();
  await open(page, '/auth/sign-in');
  const popup = await popupOf(page);
  await popup.getByLabel('Account has no email').check();
  await answer(popup, unique());
  await expect(page.getByText('No email provided from Google account', { exact: true })).toBeVisible();
  await answer(await popupOf(page), member.email);
  await expect(page.getByText(/^This email belongs to an account with a password/)).toBeVisible();
});

test('[RP-07] what a visitor was about to do is taken up after Google and completing the profile', async ({
  visitor: page,
}) => {
  const email = unique();
  await open(page, '/browse');
  await page.evaluate(() => {
    const record = { path: '/faq?from=offer', action: 'toggle_favorite', params: {}, at: Date.now() };
    localStorage.setItem('auth_redirect', JSON.stringify(record));
  });
  await open(page, '/auth/sign-in');
  await answer(await popupOf(page), email);
  await expect(page).toHaveURL('/auth/complete-profile?next=%2Ffaq%3Ffrom%3Doffer');
  await complete(page, `${nameOf(email)}_r`);
  await expect(page).toHaveURL('/faq?from=offer');
  await expect(page.getByText('You can now add this listing to your favorites', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('auth_redirect'))).toBeNull();
});

test('[RP-07] [RP-03] an offer that a visitor began is taken up after Google and completing the profile', async ({
  visitor: page,
  newMember,
}) => {
  const { id } = await list(await newMember());
  const email = unique();
  await open(page, `/listings/${id}`);
  await page.getByRole('link', { name: 'Make an offer' }).click();
  await page.getByTestId('offer-dialog').getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/auth\/sign-in/);
  await answer(await popupOf(page), email);
  await expect(page).toHaveURL(/\/auth\/complete-profile/);
  await complete(page, `${nameOf(email)}_o`);
  await expect(page).toHaveURL(`/listings/${id}?action=make_offer`);
  await expect(page.getByTestId('offer-dialog')).toBeVisible();
});

test('[AP-06] a member links Google in a popup, signs in with it, and unlinks it', async ({ newMember, visitor }) => {
  const { page } = await newMember();
  const email = unique();
  await open(page, '/settings/security');
  const called = page.waitForRequest('**/api/auth/link-accounts');
  await answer(await popupOf(page, page.getByRole('button', { name: 'Link a Google account' })), email);
  const call = await called;
  expect(call.headers().authorization).toMatch(/^Bearer ./);
  expect(call.postDataJSON()).toEqual({ email, currentUserId: expect.any(String) });
  await expect(page.getByText('Google account linked.')).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();

  await open(visitor, '/auth/sign-in');
  await answer(await popupOf(visitor), email);
  await expect(visitor).toHaveURL('/dashboard');
  // An open page would follow the end of its session by itself, and cross the way that is gone below.
  await visitor.goto('about:blank');

  await page.getByRole('button', { name: `Unlink Google ${email}` }).click();
  await expect(page.getByText('Google account unlinked. Your other devices are signed out.')).toBeVisible();
  await visitor.goto('/dashboard');
  await expect(visitor).toHaveURL(/\/auth\/sign-in/);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('[ST-08] [ER-02] the button is a link: the whole page goes to Google and comes back', async ({
    visitor: page,
  }) => {
    await page.goto('/auth/sign-in?next=%2Ffaq');
    await google(page).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('Sign in cancelled', { exact: true })).toBeVisible();
    await google(page).click();
    await answer(page, unique());
    await expect(page).toHaveURL('/auth/complete-profile?next=%2Ffaq');
  });
});

test('[GD-04] [VA-08] [ER-04] an account of Google: the loading screen stands until the next page is there, and a deletion asks for the same account', async ({
  visitor: page,
}) => {
  const email = unique();
  await open(page, '/auth/sign-up');
  const { hasCome } = await watchLoadingScreen(page);
  await page.route('**/auth/complete-profile*', async (route) => {
    await hasCome;
    await route.continue();
  });
  await answer(await popupOf(page), email);
  await complete(page, `${nameOf(email)}_d`);
  await expect(page).toHaveURL('/dashboard');

  await open(page, '/settings/data');
  await page.getByText('Delete account…').click();
  const confirm = page.getByRole('button', { name: 'Verify with Google' });
  const sentence = (text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();
  await (await popupOf(page, confirm)).close();
  await sentence('Sign in cancelled');

  await answer(await popupOf(page, confirm), unique());
  await sentence('Please sign in with the same Google account you want to delete');

  // Google answers, and its code can't be redeemed.
  const popup = await popupOf(page, confirm);
  await popup.locator('input[name=request]').evaluate((input: HTMLInputElement) => {
    input.value = input.value.replace(/code_challenge=[^&]+/, `code_challenge=${'A'.repeat(43)}`);
  });
  await answer(popup, email);
  await sentence('Failed to reauthenticate. Please try signing in again.');

  await page.evaluate(() => {
    Object.assign(window, { realOpen: window.open });
    window.open = () => null;
  });
  await confirm.click();
  await sentence('Sign in popup was blocked. Please allow popups for this site.');
  await page.evaluate(() =>
    Object.assign(window, { open: (window as unknown as { realOpen: typeof window.open }).realOpen }),
  );

  await answer(await popupOf(page, confirm), email);
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(page).toHaveURL('/goodbye');
  await expect(page.getByRole('link', { name: 'Sign in', exact: true }).first()).toBeVisible();
});
