import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { open } from '../listing-steps.ts';

/** A drawn card with the layout of a printing, photographed at an angle on a table: no art of a publisher. */
const photo = {
  name: 'charizard.jpg',
  mimeType: 'image/jpeg',
  buffer: readFileSync(join(import.meta.dirname, 'drawn-charizard.jpg')),
};
const isOfReader = (url: string) => /tesseract|traineddata|worker\.min|photo-reading/.test(url);

test.describe('a photo in place of a name', () => {
  test.setTimeout(120_000);

  test('three printings are offered for a photo, one is chosen by keyboard, the photo becomes the listing’s; nothing is loaded before or leaves', async ({
    newMember,
    url,
  }) => {
    const seller = await newMember();
    const { page, context } = seller;
    const requests: { method: string; url: string }[] = [];
    context.on('request', (request) => requests.push({ method: request.method(), url: request.url() }));
    await open(page, '/listings/create?step=card');
    await expect(page.getByLabel('Identify card from photo')).toBeAttached();
    expect(requests.filter((one) => isOfReader(one.url))).toEqual([]);
    requests.length = 0;

    await page.getByLabel('Identify card from photo').setInputFiles(photo);
    const printings = page.getByRole('list', { name: 'Likely printings' }).getByRole('listitem');
    await expect(printings.first()).toContainText('Charizard', { timeout: 60_000 });
    expect(await printings.count()).toBeLessThanOrEqual(3);
    const mine = printings.filter({ hasText: 'Base Set · 4 ·' });
    await expect(mine).toHaveCount(1);
    expect(requests.some((one) => isOfReader(one.url))).toBe(true);
    expect(
      requests
        .filter((one) => !one.url.endsWith('/api/auth/token'))
        .filter((one) => one.method !== 'GET' || !new URL(one.url).href.startsWith(url)),
    ).toEqual([]);

    await page.getByRole('button', { name: 'Add photo to listing' }).click();
    await expect(page.getByText('Photo added to the listing.')).toBeVisible();
    await mine.getByRole('button', { name: 'Choose card Charizard, Base Set, 4' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('chosen-card')).toContainText('Charizard');
    await expect(page.getByTestId('chosen-card')).toBeFocused();
    await page.getByRole('link', { name: 'Photos' }).click();
    await expect(page.getByRole('list', { name: 'Photos in order' }).getByRole('listitem')).toHaveCount(1);
  });

  test('a photo of nothing, and a reader whose files do not come, are said, and the name is typed as ever', async ({
    newMember,
  }) => {
    const seller = await newMember();
    const { page } = seller;
    await open(page, '/listings/create?step=card');
    await page.getByLabel('Identify card from photo').setInputFiles({ ...photo, buffer: Buffer.from('no picture') });
    await expect(
      page.getByRole('alert').filter({ hasText: 'Couldn’t identify the card in this photo. Search by name instead.' }),
    ).toBeVisible({
      timeout: 60_000,
    });
    for (const file of [/assets\/eng\.traineddata/, /assets\/tesseract-core/, /assets\/worker\.min/]) {
      await page.route(file, (route) => route.abort());
      await page.getByLabel('Identify card from photo').setInputFiles(photo);
      await expect(
        page.getByRole('alert').filter({ hasText: 'Couldn’t load photo search. Search by name instead.' }),
      ).toBeVisible({
        timeout: 60_000,
      });
      await page.unroute(file);
      await page.getByLabel('Identify card from photo').setInputFiles({ ...photo, buffer: Buffer.from('no picture') });
      await expect(
        page.getByRole('alert').filter({ hasText: 'Couldn’t identify the card in this photo.' }),
      ).toBeVisible({
        timeout: 60_000,
      });
    }
    await page.getByRole('combobox', { name: /^Card/ }).fill('charizard 4/102');
    await page
      .getByRole('option', { name: /Charizard/ })
      .first()
      .click();
    await expect(page.getByTestId('chosen-card')).toContainText('Charizard');
  });
});
