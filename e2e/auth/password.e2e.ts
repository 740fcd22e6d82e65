import { expect, hydrated, test } from '../fixtures.ts';

test('a forgotten password: from the sign-in page by mail to a new one, which signs in, and the former device is out', async ({
  visitor: page,
  newMember,
}) => {
  const member = await newMember();
  await page.goto('/auth/sign-in');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reset password');
  await page.getByLabel('Email').fill(member.email);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.locator('main').getByRole('status')).toBeVisible();
  let link = '';
  await expect
    .poll(async () => {
      const mails = await (await page.request.get(`/sandbox/mail.json?to=${member.email}`)).json();
      link =
        mails
          .flatMap((mail: { links: string[] }) => mail.links)
          .find((one: string) => one.includes('/auth/reset-password?token=')) ?? '';
      return link;
    })
    .not.toBe('');
  await page.goto(link);
  await page.locator('input[name=newPassword]').fill('a brand new password of mine');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.locator('main').getByRole('status')).toHaveText('Password changed. Sign in with the new password.');
  expect((await member.api('GET', '/api/profile')).status).toBe(401);
  await page.getByLabel('Email').fill(member.email);
  await page.locator('input[name=password]').fill('a brand new password of mine');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works');
});

test('a press on a link below a field that is left with a mistake is not lost to the sentence about it', async ({
  visitor: page,
}) => {
  await page.goto('/auth/sign-in');
  await hydrated(page);
  await page.getByLabel('Email').fill('nobody');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page).toHaveURL('/auth/forgot-password');
});

test('without scripts a new password is chosen with the mailed link', async ({ newMember, browser, url }) => {
  const { email, context } = await newMember();
  await context.request.post('/api/auth/request-password-reset', { data: { email }, headers: { origin: url } });
  const reset = async () => {
    const mails: { subject: string; links: string[] }[] = await (
      await context.request.get(`/sandbox/mail.json?to=${email}`)
    ).json();
    return mails.find(({ subject }) => subject === 'Reset your password')?.links[0];
  };
  await expect.poll(reset).toBeTruthy();
  const plain = await browser.newContext({ baseURL: url, javaScriptEnabled: false });
  const page = await plain.newPage();
  await page.goto((await reset()) ?? '');
  await page.getByLabel('New password').fill('another-battery-horse');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page).toHaveURL(/\/auth\/sign-in/);
  const again = await context.request.post('/api/auth/sign-in/email', {
    data: { email, password: 'another-battery-horse' },
    headers: { origin: url },
  });
  expect(again.status()).toBe(200);
  await plain.close();
});
