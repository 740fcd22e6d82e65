import { expect, hydrated, test } from '../fixtures.ts';

test('[RO-05] an operator looks a member up, grants, revokes and suspends; the member’s pages follow live and the audit log shows all', async ({
  newMember,
  demoMember,
}) => {
  test.slow();
  const member = await newMember();
  const { page } = await demoMember('admin');
  await member.page.goto('/settings/subscription');
  await hydrated(member.page);
  await expect(member.page.locator('#plan')).toContainText('Free');

  await page.goto('/about');
  await hydrated(page);
  await page.getByRole('button', { name: /your account/ }).press('Enter');
  // The menu gives its first place the focus in a moment of its own; a key that is pressed before would go there.
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.getByRole('menuitem', { name: 'Admin' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await page.getByRole('link', { name: 'Members' }).press('Enter');
  const find = page.getByRole('search', { name: 'Search members' }).getByRole('searchbox');
  await find.fill(member.username.slice(2));
  await find.press('Enter');
  await page.getByRole('link', { name: member.username }).press('Enter');
  await expect(page.getByRole('heading', { name: member.username })).toBeVisible();

  const dialog = page.locator('dialog[open]');
  const open = async (name: string) => {
    await page.locator('#actions').getByRole('link', { name }).press('Enter');
    await expect(dialog).toBeVisible();
  };
  const history = page.locator('#history');
  await open('Grant Premium');
  await dialog.getByLabel('Months').fill('3');
  await dialog.getByLabel('Months').press('Enter');
  await expect(page.getByTestId('toast')).toContainText(`Premium granted to ${member.username} until`);
  await expect(dialog).toHaveCount(0);
  await expect(history).toContainText(/Premium granted for 3 months.* · You/);
  await expect(page.locator('#tier')).toHaveCount(0);
  await page.getByLabel('Case', { exact: true }).fill('Asked us about the plan.');
  await page.getByLabel('Case', { exact: true }).press('Enter');
  await expect(page.locator('#tier')).toContainText('An admin granted Premium.');
  await expect(history).toContainText('Account data revealed');
  await expect(member.page.locator('#plan')).toContainText('Complimentary');

  await open('Revoke Premium');
  await dialog.getByRole('button', { name: 'Revoke Premium' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Enter a reason of at least 3 characters.');
  await dialog.getByLabel('Reason').fill('Only meant for a month.');
  await dialog.getByRole('button', { name: 'Revoke Premium' }).click();
  await expect(history).toContainText('Only meant for a month.');
  await expect(member.page.locator('#plan')).toContainText('Free');

  await open('Suspend');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.locator('#actions').getByRole('link', { name: 'Suspend' })).toBeFocused();
  await open('Suspend');
  await dialog.getByLabel('Reason').fill('Sold what never existed.');
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await expect(page.getByRole('main')).toContainText('Reason: “Sold what never existed.”');
  await expect(member.page).toHaveURL(/\/auth\/sign-in/);

  await page.getByRole('link', { name: 'Audit log' }).click();
  await page.getByLabel('Member').fill(member.username);
  await page.getByLabel('Member').press('Enter');
  await expect(page.getByRole('table').locator('tbody tr')).toHaveCount(4);
  for (const deed of ['Account data revealed', 'Premium granted for 3 months', 'Premium revoked', 'Member suspended'])
    await expect(page.getByRole('table')).toContainText(deed);

  const colleague = await demoMember('admin');
  expect((await colleague.api('DELETE', `/api/admin/members/${member.id}/suspension`)).status).toBe(200);
  await expect(page.getByRole('table')).toContainText('Member reinstated');
});

test('a form keeps its message while live events change the page around it', async ({ newMember, demoMember }) => {
  const member = await newMember();
  const { page } = await demoMember('admin');
  expect(
    (
      await demoMember('admin').then(({ api }) =>
        api('POST', `/api/admin/members/${member.id}/account`, { reason: 'Report 12' }),
      )
    ).status,
  ).toBe(200);
  await page.goto(`/admin/members/${member.id}?do=suspend`);
  await hydrated(page);
  const dialog = page.locator('dialog[open]');
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  const notified = dialog.getByRole('alert');
  await expect(notified).toContainText('Enter a reason of at least 3 characters.');

  const colleague = await demoMember('admin');
  expect((await colleague.api('POST', `/api/admin/members/${member.id}/premium`, { months: 2 })).status).toBe(200);
  await expect(page.locator('#tier')).toContainText('An admin granted Premium.');
  await expect(notified).toContainText('Enter a reason of at least 3 characters.');
  // The next press gets a new answer.
  await dialog.getByLabel('Reason').fill('Sold what never existed.');
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('main')).toContainText('Reason: “Sold what never existed.”');
});
