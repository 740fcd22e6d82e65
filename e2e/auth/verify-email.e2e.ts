import { expect, test } from '../fixtures.ts';
import { fillSignIn, open, plant } from '../signing-in.ts';

test('[RT-04] [RP-07] the link of the verification mail confirms once, by way of signing in, and leaves an intent as it is', async ({
  newMember,
  browser,
  url,
  extraHTTPHeaders,
}) => {
  const member = await newMember();
  await open(member.page, '/auth/verify-email');
  // The mail of the sign-up has just been sent.
  await member.page.getByRole('button', { name: 'Send verification email' }).click();
  await expect(member.page.locator('main').getByRole('alert')).toContainText(
    'Please wait 5 minutes before requesting another verification email',
  );
  let link = '';
  await expect
    .poll(async () => {
      const mails = await (await member.context.request.get(`/sandbox/mail.json?to=${member.email}`)).json();
      link = mails.find((mail: { links: string[] }) => mail.links[0]?.includes('/auth/verify-email'))?.links[0] ?? '';
      return link;
    })
    .toContain('/auth/verify-email?token=');
  const context = await browser.newContext({ baseURL: url, ...(extraHTTPHeaders ? { extraHTTPHeaders } : {}) });
  const page = await context.newPage();
  await open(page, link);
  await expect(page).toHaveURL(/\/auth\/sign-in\?next=/);
  await plant(page, { path: '/faq', action: 'anything', params: {}, at: Date.now() });
  await page.reload();
  await fillSignIn(page, member.email);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Email confirmed');
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/faq');
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link was already used');
  await context.close();
});
