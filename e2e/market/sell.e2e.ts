import { expect, test } from '../fixtures.ts';
import { describeAndPublish, list, open } from '../listing-steps.ts';
import { drawnPhoto } from '../photos.ts';

test.describe('listing a card', () => {
  test('[RT-08] [GD-02] a visitor is sent to sign in', async ({ visitor }) => {
    await visitor.goto('/listings/create');
    await expect(visitor).toHaveURL(/\/auth\/sign-in\?next=%2Flistings%2Fcreate/);
  });

  test('photos are saved as they are chosen: a reload brings them back in their order, and one that was removed stays away', async ({
    newMember,
  }) => {
    const { page } = await newMember();
    await open(page, '/listings/create');
    await page.getByLabel('Choose photos').setInputFiles([
      { name: 'front.png', mimeType: 'image/png', buffer: await drawnPhoto('#a33') },
      { name: 'back.png', mimeType: 'image/png', buffer: await drawnPhoto('#33a') },
      { name: 'corner.png', mimeType: 'image/png', buffer: await drawnPhoto('#3a3') },
    ]);
    await expect(page.getByText('3 photos saved')).toBeVisible();
    const photos = page.getByRole('list', { name: 'Photos in order' }).getByRole('listitem');
    const stored = () =>
      photos.getByRole('img').evaluateAll((all) => all.map((one) => one.getAttribute('src')?.split('/')[2]));
    await page.reload();
    await expect(photos).toHaveCount(3);
    const [first, second, third] = await stored();
    await page.getByRole('button', { name: 'Move photo 3 earlier' }).click();
    const removed = page.waitForResponse(
      (answer) => answer.request().method() === 'DELETE' && answer.url().includes(`/photos/${first}`),
    );
    await page.getByRole('button', { name: 'Remove photo 1' }).click();
    await removed;
    // The new order is sent by the page; a reload shows it once it is stored.
    await expect(async () => {
      await page.reload();
      await expect(photos).toHaveCount(2);
      expect(await stored()).toEqual([third, second]);
    }).toPass({ timeout: 60_000 });
  });

  test('[RT-08] a card of the catalogue with two photos, by keyboard alone', async ({ newMember }) => {
    const { page } = await newMember();
    await open(page, '/listings/create');
    // Choosing files opens the system's own window; from there on only keys are pressed.
    await page.getByLabel('Choose photos').setInputFiles([
      { name: 'front.png', mimeType: 'image/png', buffer: await drawnPhoto('#a33') },
      { name: 'back.png', mimeType: 'image/png', buffer: await drawnPhoto('#33a') },
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') },
    ]);
    await expect(page.getByRole('alert').filter({ hasText: 'notes.txt' })).toContainText(
      '“notes.txt” isn’t a supported photo. Use JPEG, PNG or WebP.',
    );
    const photos = page.getByRole('list', { name: 'Photos in order' }).getByRole('listitem');
    await expect(photos).toHaveCount(2);
    const press = async (name: string | RegExp) => {
      await page.getByRole('button', { name }).first().focus();
      await page.keyboard.press('Enter');
    };
    await press('Move photo 2 earlier');
    await expect(photos.first().getByRole('img')).toHaveAttribute('alt', 'back.png, position 1');
    await press('Next: Card');
    await expect(page.getByRole('heading', { name: 'Find the card' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.type('charzard 4/102');
    await expect(page.getByRole('option', { name: /Charizard.*Base/ }).first()).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('chosen-card')).toContainText('Charizard');
    await press('Next: Condition');
    await expect(page.getByRole('heading', { name: 'Set the condition' })).toBeFocused();
    // A step is left only with what it needs; the list of steps leads anywhere.
    await press('Next: Price');
    const unset = page.getByRole('link', { name: 'Choose a condition.' });
    await expect(unset).toBeVisible();
    await unset.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('radio', { name: /Near mint/ })).toBeChecked();
    await press('Next: Price');
    await expect(page.getByRole('heading', { name: 'Set price and shipping' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.type('cheap');
    await press('Next: Review');
    const mistake = page.getByRole('link', { name: '“cheap” isn’t an amount in USD. Enter a number such as 34.50.' });
    await expect(mistake).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Set price and shipping' })).toBeVisible();
    await page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name: 'Review' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Review and publish' })).toBeFocused();
    await press('Publish listing');
    const refusal = page.getByText('Your listing isn’t published yet.');
    await expect(refusal).toBeVisible();
    await expect(mistake).toBeVisible();
    await mistake.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Price per card')).toBeFocused();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('34,50');
    await page.getByLabel('Shipping price 1').focus();
    await page.keyboard.type('1.20');
    await expect(refusal).toHaveCount(0);
    await press('Next: Review');
    await expect(page.getByRole('heading', { name: 'Review and publish' })).toBeFocused();
    await press('Publish listing');
    await expect(page.getByTestId('toast')).toContainText('Listing published');
    await expect(page).toHaveURL(/\/listings\/[0-9a-z]{20}$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Charizard');
    await expect(page.getByRole('button', { name: 'Photo 2 of 2' })).toBeVisible();
    await expect(page.getByText('$34.50').first()).toBeVisible();
  });

  test('[RO-02] the third live listing of a free member is kept as a draft, and premium is explained', async ({
    newMember,
  }) => {
    const seller = await newMember();
    await list(seller);
    await list(seller);
    const { page } = seller;
    await open(page, '/listings/create?step=card');
    await expect(page.getByText('You’ve reached your limit of 2 active listings.')).toBeVisible();
    await describeAndPublish(page, 'Third card', '5');
    const note = page.getByRole('alert').filter({ hasText: 'Saved as a draft.' });
    await expect(note).toContainText('A Free Account can have 2 active listings');
    await expect(note).toContainText('Premium has no limit');
    const own = await seller.api('GET', '/api/listings?seller=me&status=all');
    expect(own.body.counts).toEqual({ active: 2, draft: 1 });
  });

  test('after “Publish and list another” the places left are right at once, and no tour is offered any more', async ({
    newMember,
  }) => {
    const { page } = await newMember();
    await open(page, '/listings/create?step=card');
    await expect(page.getByRole('region', { name: 'Tour' })).toHaveCount(1);
    await expect(page.getByText('2 of 2 active listings left.')).toBeVisible();
    const another = async (name: string) => {
      if (name === 'First of two') await page.getByRole('button', { name: 'Enter the card yourself' }).click();
      await page.getByLabel('Game').selectOption('other');
      await page.getByLabel('Card name').fill(name);
      await page.getByRole('link', { name: 'Condition' }).click();
      await page.getByRole('radio', { name: /Good/ }).check();
      await page.getByRole('link', { name: 'Price' }).click();
      await page.getByLabel('Price per card').fill('5');
      await page.getByLabel('Shipping price 1').fill('1');
      await page.getByRole('link', { name: 'Review', exact: true }).click();
      await page.getByRole('button', { name: 'Publish and list another' }).click();
      await expect(page.getByRole('heading', { name: 'Add photos' })).toBeFocused();
    };
    await another('First of two');
    await expect(page.getByText('1 of 2 active listings left.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Tour' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Card', exact: true }).click();
    await another('Second of two');
    await expect(page.getByText('You’ve reached your limit of 2 active listings.')).toBeVisible();
    await page.getByRole('link', { name: 'Listings', exact: true }).first().click();
    await expect(page.getByRole('row').filter({ hasText: 'Second of two' })).toBeVisible();
  });

  test('all that is missing is said at one press: the price of the post and a photo of a dear card', async ({
    newMember,
  }) => {
    const { page } = await newMember();
    await open(page, '/listings/create?step=card');
    await page.getByRole('button', { name: 'Enter the card yourself' }).click();
    await page.getByLabel('Game').selectOption('other');
    await page.getByLabel('Card name').fill('Half described');
    await page.getByRole('link', { name: 'Condition' }).click();
    await page.getByRole('radio', { name: /Good/ }).check();
    await page.getByRole('link', { name: 'Price' }).click();
    await page.getByLabel('Price per card').fill('25');
    await page.getByRole('link', { name: 'Review', exact: true }).click();
    await page.getByRole('button', { name: 'Publish listing' }).click();
    const problems = page.getByRole('alert').filter({ hasText: 'There is a problem' }).getByRole('link');
    await expect(problems).toHaveCount(2);
    await expect(page.getByRole('link', { name: 'Enter a shipping price, or 0 for free shipping.' })).toBeVisible();
    await page.getByRole('link', { name: 'Add at least 1 photo. Listings of $20.00 or more need one.' }).click();
    await page
      .getByLabel('Choose photos')
      .setInputFiles({ name: 'front.png', mimeType: 'image/png', buffer: await drawnPhoto('#a33') });
    await expect(problems).toHaveCount(1);
  });

  test('a photo is turned and cropped by keyboard before it is sent, and one that is stored after it, in its place', async ({
    newMember,
  }) => {
    const seller = await newMember();
    const { page } = seller;
    await open(page, '/listings/create');
    await page
      .getByLabel('Choose photos')
      .setInputFiles({ name: 'front.png', mimeType: 'image/png', buffer: await drawnPhoto('#a33') });
    const press = async (name: string | RegExp) => {
      await page.getByRole('button', { name }).focus();
      await page.keyboard.press('Enter');
    };
    await press('Rotate or crop photo 1');
    const editor = page.getByRole('dialog', { name: 'Rotate or crop photo 1' });
    await expect(editor).toBeVisible();
    await press('Rotate right');
    await editor.getByRole('slider', { name: 'Left' }).focus();
    for (let step = 0; step < 25; step++) await page.keyboard.press('ArrowRight');
    await press('Save photo');
    await expect(editor).toBeHidden();
    // 630 × 880 lies down, and a quarter of its length is gone.
    const cell = page.getByRole('listitem').getByRole('img', { name: /position 1$/ });
    const size = () => cell.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]);
    await expect.poll(size).toEqual([660, 630]);
    await page.getByRole('link', { name: 'Card', exact: true }).click();
    await describeAndPublish(page, 'Turned about', '25');
    await expect(page).toHaveURL(/\/listings\/[0-9a-z]{20}$/);
    const id = page.url().split('/').at(-1);
    const photos = async () =>
      (await seller.api('GET', `/api/listings/${id}`)).body.photos as { id: string; width: number; height: number }[];
    const [sent, ...others] = await photos();
    expect([sent?.width, sent?.height, others]).toEqual([660, 630, []]);

    await open(page, `/listings/${id}/edit`);
    await page
      .getByLabel('Choose photos')
      .setInputFiles({ name: 'back.png', mimeType: 'image/png', buffer: await drawnPhoto('#33a') });
    await expect.poll(async () => (await photos()).length).toBe(2);
    await press('Rotate or crop photo 1');
    await press('Rotate left');
    await press('Save photo');
    await expect
      .poll(async () => (await photos()).map(({ width, height }) => [width, height]))
      .toEqual([
        [630, 660],
        [630, 880],
      ]);
    expect((await photos()).map((photo) => photo.id)).not.toContain(sent?.id);

    // What another tab has sent is nothing that this one took away.
    const second = await page.context().newPage();
    await open(second, `/listings/${id}/edit`);
    const before = (await photos()).map((photo) => photo.id);
    for (const tab of [page, second]) {
      const answered = tab.waitForResponse(
        (response) => response.request().method() === 'POST' && response.url().endsWith('/photos'),
      );
      await tab
        .getByLabel('Choose photos')
        .setInputFiles({ name: 'more.png', mimeType: 'image/png', buffer: await drawnPhoto('#3a3') });
      expect((await answered).status()).toBeLessThan(300);
      await expect(tab.getByRole('progressbar')).toHaveCount(0);
    }
    expect((await photos()).map((photo) => photo.id)).toEqual([...before, expect.any(String), expect.any(String)]);
  });

  test('[RT-08] [RT-12] without scripts the same form publishes, and keeps what was typed when refused', async ({
    newMember,
    browser,
    url,
  }) => {
    const seller = await newMember();
    const context = await browser.newContext({
      baseURL: url,
      javaScriptEnabled: false,
      storageState: await seller.context.storageState(),
    });
    const page = await context.newPage();
    await page.goto('/listings/create');
    await page.getByLabel('Game').selectOption('magic');
    await page.getByLabel('Card name').fill('Plainly listed');
    await page.getByRole('radio', { name: /Good/ }).check();
    await page.getByLabel('Price per card').fill('soon');
    await page.getByRole('button', { name: 'Publish listing' }).click();
    await expect(page.getByText('“soon” isn’t an amount in USD. Enter a number such as 34.50.').first()).toBeVisible();
    await expect(page.getByLabel('Card name')).toHaveValue('Plainly listed');
    await page.getByLabel('Price per card').fill('3.40');
    await page.getByLabel('Shipping price 1').fill('0');
    await page.getByRole('button', { name: 'Publish listing' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Plainly listed');
    await expect(page.getByText('Your listing is live.')).toBeVisible();
    await page.getByRole('button', { name: 'Pause' }).click();
    await expect(page.getByText(/^Paused\./)).toBeVisible();
    await context.close();
  });
});

test('[RO-03] [EN-06] a premium seller formats a description by keys and buttons, looks at it, takes a step back, and buyers read it so', async ({
  demoMember,
  visitor,
}) => {
  const shop = await demoMember('shop');
  const { page } = shop;
  const { id } = await list(shop);
  await open(page, `/listings/${id}/edit`);
  const field = page.getByRole('textbox', { name: 'Description' });
  await field.fill('One white dot');
  await field.selectText();
  // The buttons do nothing until what they do has arrived.
  await page.waitForFunction(() => customElements.get('markdown-toolbar'));
  await field.press('Control+b');
  await expect(field).toHaveValue('**One white dot**');
  await field.press('Control+z');
  await expect(field).toHaveValue('One white dot');
  await field.selectText();
  const marks = page.getByRole('toolbar', { name: 'Formatting' });
  await marks.getByRole('button', { name: 'Italic' }).focus();
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('_One white dot_');
  await expect(field).toBeFocused();
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('region', { name: 'Description as buyers see it' }).getByRole('emphasis')).toHaveText(
    'One white dot',
  );
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page).toHaveURL(`/listings/${id}`);
  await visitor.goto(`/listings/${id}`);
  await expect(visitor.getByRole('emphasis')).toHaveText('One white dot');
});
