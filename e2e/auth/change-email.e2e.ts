import type { APIRequestContext, Page } from '@playwright/test';
import { expect, hydrated, test } from '../fixtures.ts';

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

/** The path of the newest link to a page that the mailbox holds, in a mail of this subject where one is named. */
async function linkIn(request: APIRequestContext, mailbox: string, page: string, subject = ''): Promise<string> {
  let found: URL | undefined;
  await expect
    .poll(async () => {
      const mails: { subject: string; links: string[] }[] = await (
        await request.get(`/sandbox/mail.json?to=${encodeURIComponent(mailbox)}`)
      ).json();
      found = mails
        .filter((mail) => mail.subject.includes(subject))
        .flatMap((mail) => mail.links.map((link) => new URL(link)))
        .find((link) => link.pathname === page);
      return found !== undefined;
    })
    .toBe(true);
  return (found?.pathname ?? '') + (found?.search ?? '');
}

/** Opens the link of the sign-up's mail: a present address is asked only where it was confirmed once. */
async function confirmAddress(request: APIRequestContext, mailbox: string): Promise<void> {
  expect((await request.get(await linkIn(request, mailbox, '/auth/verify-email'))).status()).toBe(200);
}

async function popupOf(page: Page, name: string): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name }).click()]);
  await expect(popup.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  return popup;
}

async function answer(popup: Page, email: string): Promise<void> {
  await popup.getByLabel('Email', { exact: true }).fill(email);
  await popup.getByRole('button', { name: 'Continue' }).click();
}

const email = (page: Page) => page.locator('#email');
const confirmPage = '/auth/change-email';

for (const order of ['old first', 'new first'] as const) {
  test(`an e-mail is changed with both mails, ${order}: signed out elsewhere, and the open page follows`, async ({
    newMember,
    visitor,
  }) => {
    const { page, email: from, username, password } = await newMember();
    const to = `to.${username}@example.test`;
    await confirmAddress(page.context().request, from);
    await open(page, '/settings/security');
    await page.getByLabel('New email').fill(from);
    await page.getByRole('button', { name: 'Change email' }).click();
    await expect(email(page).getByText('This is already your email. Enter a different one.').first()).toBeVisible();
    await page.getByLabel('New email').fill(to);
    await page.getByRole('button', { name: 'Change email' }).click();
    await expect(page.getByRole('heading', { name: `Pending change to ${to}` })).toBeVisible();
    await expect(page.getByText('Emails sent to both addresses.')).toBeVisible();

    const links = {
      old: await linkIn(visitor.request, from, confirmPage),
      fresh: await linkIn(visitor.request, to, confirmPage),
    };
    const [first, second] = order === 'old first' ? (['old', 'fresh'] as const) : (['fresh', 'old'] as const);
    const press = { old: 'Confirm change', fresh: 'Confirm new email' };
    // As a program that looks through mail would: opened twice, and nothing has changed.
    await visitor.request.get(links[first]);
    await open(visitor, links[first]);
    await expect(email(page).getByText('Email sent')).toHaveCount(2);
    await visitor.getByRole('button', { name: press[first] }).click();
    await expect(visitor.getByRole('heading', { name: 'Confirm the second email' })).toBeVisible();
    await expect(
      visitor.getByText(/^Open the email that we sent to \w•••@e•••\.test and confirm the change there too/),
    ).toBeVisible();
    await expect(email(page).getByText('Email sent')).toHaveCount(1);

    await open(visitor, links[second]);
    await visitor.getByRole('button', { name: press[second] }).click();
    await expect(visitor.getByRole('heading', { name: 'Email changed' })).toBeVisible();
    await expect(page.getByRole('heading', { name: `Pending change to ${to}` })).toHaveCount(0);
    await expect(email(page).getByText(to, { exact: true })).toBeVisible();
    await expect(email(page).getByText('Confirmed', { exact: true })).toBeVisible();

    await visitor.getByRole('link', { name: 'Sign in' }).last().click();
    await visitor.getByLabel('Email').fill(to);
    await visitor.getByLabel('Password', { exact: true }).fill(password);
    await visitor.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(visitor).toHaveURL('/settings/security');
    await open(visitor, links[first]);
    await expect(visitor.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  });
}

test('a change is sent again, cancelled in the settings, and disowned from the mail, which signs everybody out', async ({
  newMember,
  visitor,
}) => {
  const { page, email: from, username } = await newMember();
  await confirmAddress(page.context().request, from);
  await open(page, '/settings/security');
  const ask = async (to: string) => {
    await page.getByLabel('New email').fill(to);
    await page.getByRole('button', { name: 'Change email' }).click();
    await expect(page.getByRole('heading', { name: `Pending change to ${to}` })).toBeVisible();
  };
  await ask(`one.${username}@example.test`);
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('Wait 5 minutes before you request another confirmation email.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel change' }).click();
  await expect(page.getByText('Email change cancelled. Your email stays the same.')).toBeVisible();

  await ask(`two.${username}@example.test`);
  await open(visitor, await linkIn(visitor.request, from, '/auth/cancel-email-change', 'to t•••@'));
  await visitor.getByRole('button', { name: 'Cancel email change' }).click();
  await expect(visitor.getByRole('heading', { name: 'Email change cancelled' })).toBeVisible();
  await visitor.getByRole('link', { name: 'Reset password' }).click();
  await expect(visitor).toHaveURL('/auth/forgot-password');
  await page.goto('/settings/security');
  await expect(page).toHaveURL(/\/auth\/sign-in/);
});

test('a member of Google adds a password in the settings and signs in with it', async ({ visitor: page }) => {
  const name = `ap_${Math.random().toString(36).slice(2, 12)}`;
  const address = `${name}@example.test`;
  await open(page, '/auth/sign-in');
  await answer(await popupOf(page, 'Continue with Google'), address);
  await expect(page).toHaveURL(/\/auth\/complete-profile/);
  await hydrated(page);
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Location').fill('Lyon, France');
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await expect(page).toHaveURL('/dashboard');

  await open(page, '/settings/security');
  await expect(page.getByLabel('Current password')).toHaveCount(0);
  await page.getByLabel('New password').fill('password1234');
  await page.getByRole('button', { name: 'Add a password' }).click();
  await expect(page.getByText(/too common/).first()).toBeVisible();
  await page.getByLabel('New password').fill('correct-horse-battery');
  await page.getByRole('button', { name: 'Add a password' }).click();
  await expect(page.getByText('Password added. Your other devices are signed out.')).toBeVisible();
  await expect(page.getByLabel('Current password')).toBeVisible();

  await page.context().clearCookies();
  await open(page, '/auth/sign-in');
  await page.getByLabel('Email').fill(address);
  await page.getByLabel('Password', { exact: true }).fill('correct-horse-battery');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/dashboard');
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the links of a change and its panel work as plain pages', async ({ newMember, visitor }) => {
    const { email: from, username, context } = await newMember();
    const page = await context.newPage();
    const to = `plain.${username}@example.test`;
    await confirmAddress(context.request, from);
    await page.goto('/settings/security');
    await page.getByLabel('New email').fill('nobody');
    await page.getByRole('button', { name: 'Change email' }).click();
    await expect(page.getByText('Invalid email address').first()).toBeVisible();
    await page.getByLabel('New email').fill(to);
    await page.getByRole('button', { name: 'Change email' }).click();
    await expect(page.getByText('Emails sent to both addresses.')).toBeVisible();
    await visitor.goto(await linkIn(visitor.request, to, confirmPage));
    await visitor.getByRole('button', { name: 'Confirm new email' }).click();
    await expect(visitor.getByRole('heading', { name: 'Confirm the second email' })).toBeVisible();
    await visitor.goto(await linkIn(visitor.request, from, confirmPage));
    await visitor.getByRole('button', { name: 'Confirm change' }).click();
    await expect(visitor.getByRole('heading', { name: 'Email changed' })).toBeVisible();
  });
});
