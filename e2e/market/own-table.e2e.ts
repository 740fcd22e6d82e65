import { expect, test } from '../fixtures.ts';
import { open } from '../listing-steps.ts';

test('rows of one’s own listings are selected by Space, as a range by Shift, and edited by E', async ({
  newMember,
}) => {
  const seller = await newMember();
  const draft = { game: 'other', name: 'Testling', condition: 'near_mint', status: 'draft' };
  for (let n = 0; n < 4; n++) {
    const made = await seller.api('POST', '/api/listings', { ...draft, price: { amount: 900, currency: 'USD' } });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
  }
  const { page } = seller;
  await open(page, '/dashboard/listings');
  await page.waitForLoadState('networkidle');
  const rows = page.locator('table.own tbody tr');
  const boxes = rows.getByRole('checkbox');
  const ticked = () => boxes.evaluateAll((all) => all.map((box) => (box as HTMLInputElement).checked));
  await rows.nth(1).getByRole('link').first().focus();
  await page.keyboard.press('Space');
  expect(await ticked()).toEqual([false, true, false, false]);
  await page.keyboard.press('Space');
  expect(await ticked()).toEqual([false, false, false, false]);
  await page.keyboard.press('ArrowUp');
  await expect(boxes.nth(0)).toBeFocused();
  await page.keyboard.press('Shift+ArrowDown');
  await expect(boxes.nth(1)).toBeFocused();
  await page.keyboard.press('Shift+ArrowDown');
  expect(await ticked()).toEqual([true, true, true, false]);
  await page.keyboard.press('e');
  await expect(rows.nth(2).getByRole('textbox')).toBeFocused();
  await page.getByRole('checkbox', { name: 'Select all listings on this page' }).check();
  await page.getByRole('checkbox', { name: 'Select all listings on this page' }).uncheck();
  await boxes.nth(3).click();
  await boxes.nth(1).click({ modifiers: ['Shift'] });
  expect(await ticked()).toEqual([false, true, true, true]);
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toContainText('Select several rows of your listings');
});
