import { expect, hydrated, test } from '../fixtures.ts';

test('the slash key goes to the search, but not while typing', async ({ visitor: page }) => {
  await page.goto('/faq');
  await hydrated(page);
  await page.keyboard.press('/');
  // With its suggestions the field is a combobox.
  await expect(page.getByRole('search', { name: 'Site' }).locator('input')).toBeFocused();
  await page.getByRole('searchbox', { name: 'Search questions' }).fill('');
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Search questions' })).toHaveValue('/');
});

test('on a phone the header’s search fits a card’s name, and takes the whole line while typing; counters are in the bar', async ({
  newMember,
}) => {
  const { page } = await newMember();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/browse');
  await hydrated(page);
  const field = page.getByRole('search', { name: 'Site' }).locator('input');
  const width = async () => (await field.boundingBox())?.width ?? 0;
  expect(await width()).toBeGreaterThanOrEqual(150);
  await field.focus();
  expect(await width()).toBeGreaterThanOrEqual(300);
  await field.fill('charizard base set');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  // The icons come back as the focus goes on to them.
  await page.keyboard.press('Tab');
  await expect(page.getByTestId('theme-menu').getByRole('button')).toBeFocused();
  expect(await width()).toBeLessThan(300);
  await expect(
    page.getByRole('navigation', { name: 'Main, small screens' }).getByRole('link', { name: 'Messages' }),
  ).toBeVisible();
});

test('what is typed into the search box while the search before is being answered stays', async ({ visitor: page }) => {
  await page.goto('/browse');
  await hydrated(page);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/browse\.data\?/, async (route) => {
    await held;
    await route.continue();
  });
  const field = page.getByRole('banner').locator('input[name=q]');
  await field.fill('charizard');
  const requested = page.waitForRequest(/\/browse\.data\?/);
  await field.press('Enter');
  await requested;
  await field.fill('charizard base set');
  answer();
  await expect(page).toHaveURL((url) => url.searchParams.get('q') === 'charizard');
  await expect(page.getByTestId('listing-tile').first()).toContainText('Charizard');
  await expect(field).toHaveValue('charizard base set');
  // A search from elsewhere is shown.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Wanted' }).click();
  await expect(field).toHaveValue('');
});

test('the first word gets suggestions also where it is typed before the page’s scripts are there; a row says what is for sale and leads to the card', async ({
  visitor: page,
}) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\.js(\?|$)/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  const field = page.getByRole('banner').locator('input[name=q]');
  await field.pressSequentially('pikachu');
  await expect(field).toHaveValue('pikachu');
  release();
  const list = page.getByRole('listbox', { name: 'Suggestions' });
  await expect(list).toBeVisible();
  const rows = list.getByRole('option');
  await expect(rows.first()).toContainText(/Pikachu.*\d+ (listing|listings) from \$\d/);
  // Cards without copies come after cards for sale, and say so.
  const said = await rows.filter({ hasText: /from \$|None for sale/ }).allTextContents();
  const firstWithout = said.findIndex((row) => row.includes('None for sale'));
  expect(
    said.slice(firstWithout === -1 ? said.length : firstWithout).every((row) => row.includes('None for sale')),
  ).toBe(true);
  await expect(field).toBeFocused();
  await field.press('ArrowDown');
  await field.press('Enter');
  await expect(page).toHaveURL(/\/cards\/[^/?]+$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Pikachu');
});
