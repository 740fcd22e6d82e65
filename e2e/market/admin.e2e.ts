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
  await page.getByRole('button', { name: /your account$/ }).press('Enter');
  // The menu gives its first place the focus in a moment of its own; a key that is pressed before would go there.
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.getByRole('menuitem', { name: 'Admin' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Members' })).toBeVisible();
  const find = page.getByRole('search', { name: 'Members' }).getByRole('searchbox');
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
  await open('Grant premium');
  await dialog.getByLabel('Months').fill('3');
  await dialog.getByLabel('Months').press('Enter');
  await expect(page.getByTestId('toast')).toContainText(`${member.username} has premium until`);
  await expect(dialog).toHaveCount(0);
  await expect(history).toContainText('You granted premium for 3 months.');
  await expect(page.locator('#tier')).toHaveCount(0);
  await page.getByLabel('Which case is it for?').fill('Asked us about the plan.');
  await page.getByLabel('Which case is it for?').press('Enter');
  await expect(page.locator('#tier')).toContainText('An admin granted Premium.');
  await expect(history).toContainText('You looked at the account');
  await expect(member.page.locator('#plan')).toContainText('Complimentary');

  await open('Revoke premium');
  await dialog.getByRole('button', { name: 'Revoke premium' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Say why, in a few words.');
  await dialog.getByLabel('Reason').fill('Only meant for a month.');
  await dialog.getByRole('button', { name: 'Revoke premium' }).click();
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
  for (const deed of [
    'looked at the account',
    'granted premium for 3 months',
    'revoked premium',
    'suspended the account',
  ])
    await expect(page.getByRole('table')).toContainText(deed);

  const colleague = await demoMember('admin');
  expect((await colleague.api('DELETE', `/api/admin/members/${member.id}/suspension`)).status).toBe(200);
  await expect(page.getByRole('table')).toContainText('ended the suspension');
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
  await expect(notified).toContainText('Say why, in a few words.');

  const colleague = await demoMember('admin');
  expect((await colleague.api('POST', `/api/admin/members/${member.id}/premium`, { months: 2 })).status).toBe(200);
  await expect(page.locator('#tier')).toContainText('An admin granted Premium.');
  await expect(notified).toContainText('Say why, in a few words.');
  // The next press gets a new answer.
  await dialog.getByLabel('Reason').fill('Sold what never existed.');
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('main')).toContainText('Reason: “Sold what never existed.”');
});
