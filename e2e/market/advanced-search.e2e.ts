import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { open, withoutPictures } from '../listing-steps.ts';

test('[RO-02] [RO-03] an advanced search typed into the box: found with premium, counted without, and a mistake is marked', async ({
  demoMember,
  visitor,
}) => {
  test.slow();
  await withoutPictures(visitor);
  const q = 'name:charizard -is:graded';
  const type = async (page: Page, text: string) => {
    const field = page.getByRole('banner').locator('input[name=q]');
    await field.fill(text);
    await field.press('Enter');
    // The page before may hold what is looked for, too.
    await expect(page).toHaveURL((url) => url.searchParams.get('q') === text);
  };
  await open(visitor, '/browse');
  await type(visitor, q);
  await expect(
    visitor.getByRole('heading', { name: /^[\d,]+ listings? match(es)?\. Advanced search is part of Premium\.$/ }),
  ).toBeVisible();
  await expect(visitor.getByTestId('listing-tile')).toHaveCount(0);
  await visitor.locator('#main').getByRole('link', { name: 'Search help' }).click();
  await expect(visitor.getByRole('heading', { level: 1, name: 'Search help' })).toBeVisible();

  // A free member reads the same, and where what they would pay for is said.
  const free = (await demoMember('seller')).page;
  await withoutPictures(free);
  await open(free, `/browse?q=${encodeURIComponent(q)}`);
  await expect(
    free.getByRole('heading', { name: /^[\d,]+ listings? match(es)?\. Advanced search is part of Premium\.$/ }),
  ).toBeVisible();
  await free.getByRole('main').getByRole('link', { name: 'Compare plans' }).click();
  await expect(free.getByRole('heading', { level: 1, name: 'Premium' })).toBeVisible();

  const { page } = await demoMember('shop');
  await withoutPictures(page);
  await open(page, '/browse');
  await type(page, q);
  await expect(page.getByTestId('listing-tile').first()).toContainText('Charizard');
  await type(page, 'name:charizard raritty:rare');
  await expect(page.getByRole('heading', { name: 'We couldn’t understand this search' })).toBeVisible();
  await expect(page.locator('mark')).toHaveText('raritty');
  await expect(page.getByText('Did you mean “rarity”?')).toBeVisible();
  // A word that no card has is left out, and that is said.
  await type(page, 'charizard base zzqqx');
  await expect(page.getByText('No cards match all your keywords. Showing results without “zzqqx”.')).toBeVisible();
  await expect(page.getByTestId('listing-tile').first()).toContainText('Charizard');

  // The box offers how a value goes on, by keys; the form reads what was found back, and writes another search.
  const field = page.getByRole('banner').locator('input[name=q]');
  await field.fill('name:charizard fin');
  await expect(page.getByRole('option', { name: /^finish:/ })).toBeVisible();
  await field.press('ArrowDown');
  await field.press('Enter');
  await expect(field).toHaveValue('name:charizard finish:');
  await field.pressSequentially('ho');
  await expect(page.getByRole('option', { name: /^holo/ })).toBeVisible();
  await field.press('ArrowDown');
  await field.press('Enter');
  await expect(field).toHaveValue('name:charizard finish:holo');
  await field.press('Enter');
  // The page of the search before has this link, too.
  await expect(page).toHaveURL(/finish%3Aholo|finish:holo/);
  await expect(page.getByTestId('listing-tile').first()).toContainText('Charizard');
  await page.getByRole('link', { name: 'Edit in advanced search' }).click();
  await expect(page.getByLabel('Card name')).toHaveValue('charizard');
  await expect(page.getByLabel('Finish')).toHaveValue('holo');
  await page.getByLabel('Condition').selectOption('Near mint or better');
  await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page).toHaveURL(`/browse?q=${encodeURIComponent('name:charizard cond>=near_mint finish:holo')}`);
});
