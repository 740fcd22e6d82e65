import type { Locator, Page } from '@playwright/test';
import { expect, hydrated, test } from '../fixtures.ts';
import { drawnPhoto } from '../photos.ts';

/**
 * What a person needs beside the machine, in milliseconds: to point and press, for a key, to look at another screen, to
 * find a photo in the system's own window.
 */
const takes = { press: 1_200, key: 280, look: 1_500, window: 4_000 };

/**
 * Counts what a journey asks of a person. The machine's own time is measured and printed beside it: what else runs on
 * the machine decides that, so nothing is asked of it here.
 */
class Pace {
  presses = 0;
  fields = 0;
  screens = 1;
  private keys = 0;
  private windows = 0;
  private readonly from = Date.now();

  async press(what: Locator): Promise<void> {
    this.presses += 1;
    await what.click();
  }

  /** Something that must be given, typed. */
  async type(into: Locator, text: string): Promise<void> {
    this.fields += 1;
    this.keys += text.length + 1;
    await into.fill(text);
  }

  /** Something that must be given, by one press. */
  async choose(what: Locator): Promise<void> {
    this.fields += 1;
    await this.press(what);
  }

  async photo(into: Locator, buffer: Buffer): Promise<void> {
    this.fields += 1;
    this.presses += 1;
    this.windows += 1;
    await into.setInputFiles({ name: 'front.png', mimeType: 'image/png', buffer });
  }

  async next(seen: Locator): Promise<void> {
    await expect(seen).toBeVisible();
    this.screens += 1;
  }

  /** What the person alone needs. */
  seconds(): number {
    return (
      (this.presses * takes.press + this.keys * takes.key + this.screens * takes.look + this.windows * takes.window) /
      1_000
    );
  }

  said(what: string): string {
    const machine = ((Date.now() - this.from) / 1_000).toFixed(1);
    return `${what}: ${this.presses} presses, ${this.fields} fields, ${this.screens} screens, ${this.seconds().toFixed(1)} s of a person and ${machine} s of this machine`;
  }
}

function print(line: string): void {
  test.info().annotations.push({ type: 'pace', description: line });
  process.stdout.write(`${line}\n`);
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

test('a card is listed within a minute at a person’s pace, and asks for little', async ({ newMember }) => {
  const { page } = await newMember();
  const front = await drawnPhoto('#a33');
  await page.goto('/');
  await hydrated(page);
  const pace = new Pace();
  await pace.press(page.getByRole('banner').getByRole('link', { name: 'Sell' }));
  await pace.next(heading(page, 'Add photos'));
  await pace.photo(page.getByLabel('Choose photos'), front);
  await pace.press(page.getByRole('button', { name: 'Next: Card' }));
  await pace.next(heading(page, 'Find the card'));
  await pace.type(page.getByRole('main').getByRole('combobox', { name: /Card/ }).first(), 'charizard 4/102');
  await pace.press(page.getByRole('option', { name: /Charizard.*Base/ }).first());
  await pace.press(page.getByRole('button', { name: 'Next: Condition' }));
  await pace.next(heading(page, 'Set the condition'));
  await pace.choose(page.getByRole('radio', { name: /Near mint/ }));
  await pace.press(page.getByRole('button', { name: 'Next: Price' }));
  await pace.next(heading(page, 'Set price and shipping'));
  await pace.type(page.getByLabel('Price per card'), '34.50');
  await pace.type(page.getByLabel('Shipping price 1'), '1.20');
  await pace.press(page.getByRole('button', { name: 'Next: Review' }));
  await pace.next(heading(page, 'Review and publish'));
  await pace.press(page.getByRole('button', { name: 'Publish listing' }));
  await pace.next(page.getByText('Your listing is live.'));
  print(pace.said('Listing a card'));
  expect(pace.presses).toBeLessThan(12);
  expect(pace.fields).toBeLessThan(7);
  expect(pace.screens).toBeLessThan(8);
  expect(pace.seconds()).toBeLessThan(50);
});

test('[RT-11] a wanted post is made within 30 seconds at a person’s pace, from a card’s page, an empty search and a pasted line', async ({
  newMember,
}) => {
  test.setTimeout(120_000);
  const { page, context } = await newMember();
  const { items } = await (await context.request.get('/api/catalogue/cards?q=charizard&limit=1')).json();
  const post = async (pace: Pace) => {
    await pace.press(page.getByRole('button', { name: 'Publish wanted post' }));
    await page.waitForURL(/\/wanted\/(?!create)\w+$/);
    await pace.next(page.getByRole('heading', { level: 1, name: /^Wanted: / }));
    expect(pace.seconds()).toBeLessThan(30);
  };
  await page.goto(`/cards/${items[0].id}`);
  await hydrated(page);
  const ofCard = new Pace();
  await ofCard.press(page.getByRole('main').getByRole('link', { name: 'Create wanted post' }).first());
  await ofCard.next(heading(page, 'Create wanted post'));
  await ofCard.type(page.getByRole('textbox', { name: /^Maximum price/ }), '12.50');
  await post(ofCard);
  print(ofCard.said('A wanted post from a card’s page'));

  await page.goto('/browse?q=qqzzyx');
  await hydrated(page);
  const ofSearch = new Pace();
  await ofSearch.press(page.getByRole('link', { name: 'Create wanted post' }));
  await ofSearch.next(heading(page, 'Create wanted post'));
  await page.getByLabel('Game').selectOption('pokemon');
  ofSearch.fields += 1;
  ofSearch.presses += 2;
  await post(ofSearch);
  print(ofSearch.said('A wanted post from an empty search'));

  await page.goto('/wanted');
  await hydrated(page);
  const ofLine = new Pace();
  await ofLine.press(page.getByRole('link', { name: 'Create wanted post' }));
  await ofLine.next(heading(page, 'Create wanted post'));
  // Pasted: two presses, whatever stands in it.
  await page.getByRole('combobox', { name: 'Card', exact: true }).fill('2 Sol Ring (C21) 263');
  ofLine.fields += 1;
  ofLine.presses += 2;
  await ofLine.press(page.getByRole('option', { name: /Sol Ring.*263/ }).first());
  await ofLine.next(page.getByRole('strong').filter({ hasText: 'Sol Ring' }));
  await post(ofLine);
  print(ofLine.said('A wanted post from a pasted line'));
});

test('a card is found and bought within 45 seconds at a person’s pace, and asks for little', async ({ newMember }) => {
  const { page } = await newMember();
  await page.goto('/');
  await hydrated(page);
  const pace = new Pace();
  const search = page.getByRole('search', { name: 'Site' }).locator('input[type=search]');
  await pace.type(search, 'charizard');
  await search.press('Enter');
  pace.presses += 1;
  await page.waitForURL(/\/browse\?q=charizard/);
  await pace.next(page.getByTestId('listing-tile').first());
  await pace.press(page.getByTestId('listing-tile').first().getByRole('link').first());
  const buy = page.getByRole('button', { name: /^Buy for/ });
  await pace.next(buy);
  await pace.press(buy);
  await pace.next(page.getByRole('heading', { name: 'Pay by card' }));
  await pace.type(page.getByLabel('Card number'), '4242424242424242');
  await pace.type(page.getByLabel('Expiry (MM/YY)'), '1234');
  await pace.type(page.getByLabel('CVC'), '123');
  await pace.type(page.getByLabel('Full name'), 'Ben Buyer');
  await pace.type(page.getByLabel('Address', { exact: true }), '1 Rue de la Paix');
  await pace.type(page.getByLabel('Postal code'), '69001');
  await pace.type(page.getByLabel('City'), 'Lyon');
  await pace.press(page.getByRole('button', { name: /^Pay / }));
  await pace.next(page.getByText('has your address.'));
  print(pace.said('Buying a card'));
  expect(pace.presses).toBeLessThan(6);
  expect(pace.fields).toBeLessThan(10);
  expect(pace.screens).toBeLessThan(9);
  expect(pace.seconds()).toBeLessThan(42);
});
