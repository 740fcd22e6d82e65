import { expect, hydrated, test } from '../fixtures.ts';

test('a mistake is said under its field when that is left, and the keys stay where the person went; a press lists them all', async ({
  visitor: page,
}) => {
  await page.goto('/auth/sign-up');
  await hydrated(page);
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
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link')).toHaveCount(3);
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

declare global {
  interface Window {
    late: (() => void)[];
  }
}

test('what the server says of a field stays, also where it comes before the end of the press is dealt with', async ({
  visitor: page,
  newMember,
}) => {
  const { username } = await newMember();
  await page.goto('/auth/sign-up');
  await hydrated(page);
  await page.getByLabel('Email', { exact: true }).fill(`${username}.second@example.test`);
  await page.getByLabel('Password', { exact: true }).fill('correct-horse-battery');
  await page.getByLabel('Location').fill('Lyon, France');
  await page.getByLabel('Username').fill(username);
  // A machine so busy that what is to be done right after a press is done only when the test says so.
  await page.evaluate(() => {
    const real = window.setTimeout;
    window.late = [];
    window.setTimeout = ((work: () => void, ms?: number) =>
      ms ? real(work, ms) : window.late.push(work)) as typeof window.setTimeout;
  });
  await page.getByRole('button', { name: 'Create account', exact: true }).click();
  const said = page.locator('#f-username-error');
  await expect(said).toHaveText('Username is already taken. Please choose another one.');
  const done = await page.evaluate(async () => {
    const works = window.late.splice(0);
    for (const work of works) work();
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    return works.length;
  });
  expect(done).toBeGreaterThan(0);
  await expect(said).toHaveText('Username is already taken. Please choose another one.');
});
