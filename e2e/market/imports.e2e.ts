import { expect, hydrated, test } from '../fixtures.ts';
import { open } from '../listing-steps.ts';

const file = [
  'TCGplayer Id,Product Line,Set Name,Product Name,Number,Rarity,Condition,Total Quantity,TCG Marketplace Price',
  '1,Pokemon,Base Set,Pikachu,058/102,Common,Near Mint,3,1.25',
  '2,Pokemon,Base Set,Blastoise,002/102,Holo Rare,Near Mint Holofoil,1,12.00',
  '3,Pokemon,Base Set,Charmander,046/102,Common,Near Mint,2,4.00',
].join('\n');

test('rows with changes that aren’t saved stop an import, which names them until they are saved', async ({
  demoMember,
}) => {
  const { page } = await demoMember('shop');
  await open(page, '/listings/import');
  await page.getByLabel('File contents').fill(file);
  await page.getByRole('button', { name: 'Preview import' }).click();
  await expect(page).toHaveURL(/\/listings\/import\/.+/);
  await hydrated(page);
  const submit = page.getByRole('button', { name: /^Import \d+ rows?$/ });
  await expect(submit).toBeVisible();
  await expect(page.locator('#row-2')).toContainText('Base Set · 2');
  await expect(page.getByText(/rows have no shipping method\. Their listings will have free shipping/)).toBeVisible();

  await page.getByLabel('Price for row 1').fill('1.50');
  await page.getByLabel('Condition for row 3').selectOption('played');
  await submit.click();
  const alert = page.getByRole('alert').filter({ hasText: 'aren’t saved' });
  await expect(alert).toHaveText('Rows 1 and 3 have changes that aren’t saved. Save the rows, then import.');
  await expect(submit).toBeVisible();

  const save = (row: number) => page.locator(`#row-${row}`).getByRole('button', { name: 'Save' }).click();
  await save(3);
  await expect(page.getByText('Row 3 saved')).toBeVisible();
  // A refused value isn't saved either, and would be lost.
  await page.getByLabel('Price for row 1').fill('cheap');
  await save(1);
  await expect(page.locator('#row-1-price-error')).toBeVisible();
  await submit.click();
  await expect(alert).toHaveText('Row 1 has changes that aren’t saved. Save the row, then import.');
  await page.getByLabel('Price for row 1').fill('1.50');
  await save(1);
  await expect(page.getByText('Row 1 saved')).toBeVisible();
  await page.getByLabel('Import as').selectOption('draft');
  await submit.click();
  await expect(page.getByRole('heading', { name: 'Import complete' })).toBeVisible();
  await expect(page.locator('#row-1')).toContainText('$1.50');
  await expect(page.getByLabel('Rows by status')).toContainText('Imported 3');

  await page.getByText('Undo import…').click();
  await page.getByRole('button', { name: 'Delete 3 listings' }).click();
  await expect(page.getByRole('heading', { name: 'Import undone' })).toBeVisible();
});
