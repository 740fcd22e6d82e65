import { expect, test } from './fixtures.ts';

test('a mistake is said under its field when that is left, and the keys stay where the person went; a press lists them all', async ({
  visitor: page,
}) => {
  await page.goto('/auth/sign-up');
  await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset);
  const [email, username] = [page.getByLabel('Email', { exact: true }), page.getByLabel('Username')];
  const mistake = page.locator('#f-email-error');
  const listed = page.getByRole('alert').getByRole('link', { name: 'Invalid email address' });
  await email.focus();
  await page.keyboard.type('ana');
  await page.keyboard.press('Tab');
  await expect(mistake).toHaveText('Invalid email address');
  await page.keyboard.type('ana_sells');
  await expect(username).toHaveValue('ana_sells');
  await expect(listed).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: '3 things need your attention' })).toBeFocused();
  await expect(listed).toBeVisible();
  // Put right and then wrong again: said under the field alone until the next press.
  await email.fill('ana@example.test');
  await expect(listed).toHaveCount(0);
  await email.fill('ana');
  await page.keyboard.press('Tab');
  await expect(mistake).toBeVisible();
  await expect(username).toBeFocused();
  await expect(listed).toHaveCount(0);
});
