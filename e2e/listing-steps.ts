import type { Page } from '@playwright/test';
import { expect, hydrated, type Person } from './fixtures.ts';

export interface Made {
  id: string;
  name: string;
}

/** A live listing made through the API, below the price that asks for a photo unless photos are given. */
export async function list(seller: Person, what: Record<string, unknown> = {}, photos: Buffer[] = []): Promise<Made> {
  const name = `Testling ${seller.username.slice(-6)}`;
  const body = {
    game: 'other',
    name,
    condition: 'near_mint',
    price: { amount: 1_250, currency: 'USD' },
    shipping: [{ name: 'Letter', price: { amount: 120, currency: 'USD' }, tracked: false }],
    ...what,
  };
  const made = await seller.api('POST', '/api/listings', { ...body, status: 'draft' });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  for (const photo of photos) await sendPhoto(seller, made.body.id, photo);
  const live = await seller.api('POST', `/api/listings/${made.body.id}/publish`);
  expect(live.status, JSON.stringify(live.body)).toBe(200);
  return { id: made.body.id, name: made.body.name };
}

async function sendPhoto(seller: Person, id: string, buffer: Buffer): Promise<void> {
  const answer = await seller.context.request.post(`/api/listings/${id}/photos`, {
    multipart: { photos: { name: 'front.png', mimeType: 'image/png', buffer } },
    headers: {
      origin: new URL(seller.page.url() === 'about:blank' ? (process.env.E2E_URL ?? '') : seller.page.url()).origin,
    },
  });
  expect(answer.status(), await answer.text()).toBe(201);
}

/**
 * From the form's first step to its end by hand: a card that the catalogue does not know, `price` in whole units of
 * money.
 */
export async function describeAndPublish(page: Page, name: string, price: string): Promise<void> {
  await page.getByRole('button', { name: 'Enter the card yourself' }).click();
  await page.getByLabel('Game').selectOption('other');
  await page.getByLabel('Card name').fill(name);
  await page.getByRole('link', { name: 'Condition' }).click();
  await page.getByRole('radio', { name: /Good/ }).check();
  await page.getByRole('link', { name: 'Price' }).click();
  await page.getByLabel('Price per card').fill(price);
  await page.getByLabel('Shipping price 1').fill('1');
  await page.getByRole('link', { name: 'Review', exact: true }).click();
  await page.getByRole('button', { name: 'Publish listing' }).click();
}

/**
 * Demo photos are drawn when they are first asked for, and meanwhile hold the browser's few connections: journeys about
 * other things go without.
 */
export async function withoutPictures(page: Page): Promise<void> {
  await page.route('**/photos/**', (route) => route.abort());
}

export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}
