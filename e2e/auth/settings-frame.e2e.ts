import { expect, hydrated, test } from '../fixtures.ts';

test('the sections stand at the left, and /settings is the profile', async ({ newMember }) => {
  const { page } = await newMember();
  await page.goto('/settings');
  const sections = page.getByRole('navigation', { name: 'Settings' });
  await expect(sections.getByRole('link', { name: 'Profile' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByLabel('Username')).toBeVisible();
  // One side navigation: the dashboard's is a link away.
  await expect(page.getByRole('navigation', { name: 'Dashboard' })).toHaveCount(0);
  await expect(page.locator('#main').getByRole('link', { name: 'Dashboard' })).toBeVisible();
  await sections.getByRole('link', { name: 'Data' }).click();
  await expect(page).toHaveURL('/settings/data');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings', { useInnerText: true });
  await expect(sections.getByRole('link', { name: 'Data' })).toHaveAttribute('aria-current', 'page');
});

test.describe('390 px', () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test('small screens show a page of rows, then one section, and the way back', async ({ newMember }) => {
    const { page } = await newMember();
    await page.goto('/settings');
    const sections = page.getByRole('navigation', { name: 'Settings' });
    await expect(page.getByLabel('Username')).toBeHidden();
    await sections.getByRole('link', { name: 'Profile' }).click();
    await expect(page).toHaveURL('/settings/profile');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile', { useInnerText: true });
    await expect(page.getByLabel('Username')).toBeVisible();
    await expect(sections).toBeHidden();
    await page.getByRole('link', { name: 'All settings' }).click();
    await expect(sections).toBeVisible();
  });
});

test('what is typed and not saved is asked about on leaving, and kept on staying', async ({ newMember }) => {
  const { page } = await newMember();
  await page.goto('/settings/profile');
  await hydrated(page);
  const about = page.getByLabel('About you');
  const security = page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Security' });
  await about.fill('Not saved yet');
  await security.click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page).toHaveURL('/settings/profile');
  await expect(about).toHaveValue('Not saved yet');

  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
  await about.fill('Changed again');
  await expect(page.getByText('Saved', { exact: true })).toBeHidden();
  await about.fill('Not saved yet');
  await security.click();
  await expect(page).toHaveURL('/settings/security');

  await page.goBack();
  await about.fill('Gone for good');
  await security.click();
  await dialog.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page).toHaveURL('/settings/security');
  await page.goto('/settings/profile');
  await expect(about).toHaveValue('Not saved yet');
});

test('closing the tab asks as well while something is not saved', async ({ newMember }) => {
  const { page } = await newMember();
  await page.goto('/settings/profile');
  await hydrated(page);
  await page.getByLabel('About you').fill('Not saved yet');
  const opened = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialog = await opened;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await expect(page.getByLabel('About you')).toHaveValue('Not saved yet');
});
