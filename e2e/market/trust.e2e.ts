import type { Locator, Page } from '@playwright/test';
import { expectCleanNow } from '../clean.ts';
import { expect, test } from '../fixtures.ts';
import { list, open, withoutPictures } from '../listing-steps.ts';
import { drawnPhoto } from '../photos.ts';

/** Presses Tab until this has the focus, as a keyboard user reaches it. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 150; presses++) {
    if (await isThere()) return;
    await page.keyboard.press(key);
  }
  throw new Error(`150 tabs do not lead to ${target}`);
}
async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}
const main = (page: Page) => page.getByRole('main');

for (const width of [1440, 390]) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('[RT-11] by keyboard a wanted post is made from a card’s page, from a search that found nothing and from a pasted line', async ({
      newMember,
    }) => {
      test.setTimeout(120_000);
      const { page, context } = await newMember();
      await withoutPictures(page);
      const { items } = await (await context.request.get('/api/catalogue/cards?q=charizard&limit=1')).json();
      await open(page, `/cards/${items[0].id}`);
      await press(page, main(page).getByRole('link', { name: 'Create wanted post' }).first());
      await page.waitForURL(/\/wanted\/create\?card=/);
      await tabTo(page, page.getByRole('textbox', { name: /^Maximum price/ }));
      await page.keyboard.type('12.50');
      await expectCleanNow(page, 'a wanted post of a card');
      await press(page, page.getByRole('button', { name: 'Publish wanted post' }));
      await page.waitForURL(/\/wanted\/(?!create)\w+$/);
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Charizard');
      await expectCleanNow(page, 'a wanted post');

      await open(page, '/browse?q=qqzzyx');
      await press(page, page.getByRole('link', { name: 'Create wanted post' }));
      await expect(page.getByRole('textbox', { name: /^Title/ })).toHaveValue('qqzzyx');
      await press(page, page.getByRole('button', { name: 'Publish wanted post' }));
      await expect(page.locator('.errs')).toBeVisible();
      await expectCleanNow(page, 'a wanted post that was refused');
      await tabTo(page, page.getByRole('combobox', { name: /^Game/ }));
      await page.keyboard.press('P');
      await press(page, page.getByRole('button', { name: 'Publish wanted post' }));
      await page.waitForURL(/\/wanted\/(?!create)\w+$/);

      await open(page, '/wanted/create');
      await tabTo(page, page.getByRole('combobox', { name: 'Card', exact: true }));
      await page.keyboard.insertText('2 Sol Ring (C21) 263');
      await press(page, page.getByRole('button', { name: 'Find card' }));
      await expect(main(page).getByRole('strong').filter({ hasText: 'Sol Ring' })).toBeVisible();
      await expect(page.locator('[name="quantity"]')).toHaveValue('2');
      await expectCleanNow(page, 'a pasted line');
      // Another printing, and back to the one that the line names.
      const chosen = page.locator('[name="card"]');
      const named = await chosen.inputValue();
      await press(page, page.getByRole('list', { name: 'Possible cards' }).getByRole('link').first());
      await expect(chosen).not.toHaveValue(named);
      await expect(page.locator('[name="quantity"]')).toHaveValue('2');
      await press(page, page.getByRole('button', { name: 'Find card' }));
      await expect(chosen).toHaveValue(named);
      await press(page, page.getByRole('button', { name: 'Publish wanted post' }));
      await page.waitForURL(/\/wanted\/(?!create)\w+$/);
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Sol Ring');
    });

    test('by keyboard a want list is pasted, looked at row by row, put right and added', async ({ newMember }) => {
      test.setTimeout(120_000);
      const { page } = await newMember();
      await withoutPictures(page);
      await open(page, '/want-lists');
      await tabTo(page, page.getByLabel('Name'));
      await page.keyboard.type('My deck');
      await tabTo(page, page.getByRole('textbox', { name: 'Cards', exact: true }));
      await page.keyboard.insertText('2 Sol Ring (C21) 263\n1 Lightning Bolt\n1 Charzard');
      await press(page, page.getByRole('button', { name: 'Create want list' }));
      await page.waitForURL(/\/preview$/);
      await expectCleanNow(page, 'a preview of a want list');
      await press(page, page.getByRole('button', { name: 'Add to list' }));
      await page.waitForURL(/\/want-lists\/\w+$/);
      await expect(main(page)).toContainText('Sol Ring');
      await expectCleanNow(page, 'a want list');
    });

    test('by keyboard a search is saved, its notifications changed, and deleted, and a seller is followed', async ({
      newMember,
    }) => {
      test.setTimeout(120_000);
      const { page, context } = await newMember();
      await withoutPictures(page);
      await open(page, '/browse?q=charizard');
      await press(page, page.getByRole('button', { name: 'Save search' }));
      const toast = page.getByTestId('toast');
      await expect(toast).toContainText('Search saved');
      await page.keyboard.press('F8');
      await press(page, toast.getByRole('button', { name: 'Edit' }));
      await page.waitForURL(/\/saved-searches\/\w+$/);
      await tabTo(page, page.getByLabel('Name'));
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type('Dragons');
      await expectCleanNow(page, 'renaming a search');
      await press(page, page.getByRole('button', { name: 'Save changes' }));
      await page.waitForURL(/\/saved-searches$/);
      await tabTo(page, page.getByRole('combobox', { name: 'Notifications for Dragons' }));
      await page.keyboard.press('End');
      await press(page, page.getByRole('button', { name: 'Save notifications for Dragons' }));
      await expect(page.getByRole('combobox', { name: 'Notifications for Dragons' })).toHaveValue('weekly');
      await expectCleanNow(page, 'saved searches');
      await press(page, page.getByRole('button', { name: 'Delete search: Dragons' }));
      await expect(page.getByText('No saved searches yet')).toBeVisible();

      const { items } = await (await context.request.get('/api/listings?limit=1')).json();
      await open(page, `/profile/${items[0].seller.id}`);
      const followed = page.waitForResponse((answer) => answer.request().method() !== 'GET');
      await press(page, page.getByRole('button', { name: `Follow ${items[0].seller.username}` }).first());
      await followed;
      await open(page, '/saved-searches');
      await expect(page.getByRole('combobox', { name: `Notifications for ${items[0].seller.username}` })).toBeVisible();
    });

    test('by keyboard a seller’s cards are searched and narrowed on their own page', async ({
      visitor: page,
      context,
    }) => {
      test.setTimeout(120_000);
      await withoutPictures(page);
      const { items } = await (await context.request.get('/api/listings?q=charizard&limit=1')).json();
      await open(page, `/profile/${items[0].seller.id}`);
      await tabTo(page, main(page).getByRole('searchbox').first());
      await page.keyboard.type('charizard');
      await page.keyboard.press('Enter');
      await page.waitForURL(/[?&]q=charizard/);
      await expect(main(page).getByTestId('listing-tile').first()).toContainText('Charizard');
      await expectCleanNow(page, 'a search on a seller’s page');
    });

    test('by keyboard a review is answered and one of oneself is reported', async ({ demoMember }) => {
      test.setTimeout(120_000);
      const { page, id } = await demoMember('shop');
      await withoutPictures(page);
      await open(page, `/profile/${id}`);
      await press(page, main(page).getByRole('link', { name: /^Reviews/ }));
      const reviews = page.getByTestId('review');
      await expect(reviews.first()).toBeVisible();
      const report = reviews.first().getByRole('link', { name: /Report/ });
      await press(page, report);
      await page.waitForURL(/\/report\/review\//);
      await expectCleanNow(page, 'reporting a review');
      await press(page, main(page).getByRole('button', { name: 'Send report', exact: true }));
      await expect(page.locator('.errs')).toBeVisible();
    });

    test('by keyboard a seller says what they looked at on a dear card, and its page says so', async ({
      newMember,
    }) => {
      test.setTimeout(120_000);
      const seller = await newMember();
      const { page } = seller;
      const { id, name } = await list(seller, { price: { amount: 2_500, currency: 'USD' } }, [
        await drawnPhoto('#a33'),
      ]);
      await open(page, '/dashboard/listings?tab=live');
      await press(page, page.getByRole('link', { name: `Add condition checklist to ${name}` }));
      await page.waitForURL(/\/edit/);
      const looked = page.getByRole('group', { name: 'Condition checklist' });
      for (const [part, key] of [
        ['Corners', 's'],
        ['Edges', 'n'],
        ['Surface', 'c'],
        ['Centering', 'w'],
      ] as const) {
        await tabTo(page, looked.getByLabel(part));
        await page.keyboard.press(key);
      }
      await tabTo(page, looked.getByLabel('The photos show the front'));
      await page.keyboard.press('Space');
      await expectCleanNow(page, 'a checklist');
      await press(page, page.getByRole('button', { name: 'Save changes' }));
      await page.waitForURL(new RegExp(`/listings/${id}$`));
      for (const words of ['Slight wear', 'No visible wear', 'Clear wear', 'Well centered'])
        await expect(main(page).getByText(words).first()).toBeVisible();
      await expectCleanNow(page, 'a listing with a checklist');
    });

    test('by keyboard listings are sorted, selected and paused together, and repriced by percent', async ({
      newMember,
    }) => {
      test.setTimeout(120_000);
      const seller = await newMember();
      const { page } = seller;
      const names = ['Keyboard one', 'Keyboard two'];
      for (const name of names) await list(seller, { name });
      await open(page, '/dashboard/listings?tab=live');
      await tabTo(page, page.getByLabel('Sort by'));
      await page.keyboard.press('P');
      for (const name of names) {
        await tabTo(page, page.getByRole('checkbox', { name: `Select ${name}` }));
        await page.keyboard.press('Space');
      }
      const toolbar = page.getByRole('toolbar', { name: 'Actions for selected listings' });
      await expect(toolbar).toContainText('2 selected');
      await expectCleanNow(page, 'selected listings');
      await tabTo(page, toolbar.getByRole('button', { name: 'Pause' }), 'Shift+Tab');
      await page.keyboard.press('Enter');
      for (const name of names) await expect(page.getByRole('checkbox', { name: `Select ${name}` })).toHaveCount(0);
      await open(page, '/dashboard/listings?tab=paused');
      for (const name of names) {
        await tabTo(page, page.getByRole('checkbox', { name: `Select ${name}` }));
        await page.keyboard.press('Space');
      }
      await tabTo(page, toolbar.getByRole('button', { name: 'Edit prices' }), 'Shift+Tab');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/dashboard\/listings\/bulk/);
      await expectCleanNow(page, 'repricing');
    });
  });
}
