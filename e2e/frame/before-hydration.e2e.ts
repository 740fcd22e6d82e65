import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { list, withoutPictures } from '../listing-steps.ts';
import { drawnPhoto } from '../photos.ts';

const hydrated = (page: Page) => page.locator('html[data-hydrated]');

/** Holds the page's scripts on their way until they are let come. */
async function slowScripts(page: Page): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await gate.promise;
    // A page that was left meanwhile asks for nothing any more.
    await route.continue().catch(() => undefined);
  });
  return gate.resolve;
}

/** The requests that change something, by address. */
function posts(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
  });
  return sent;
}

test('a visitor’s page hydrates by itself, listens, and changes when its copy is bought elsewhere', async ({
  visitor: page,
  newMember,
}) => {
  const { id } = await list(await newMember());
  const buyer = await newMember();
  const listening = page.waitForEvent('websocket', (socket) => socket.url().endsWith('/api/realtime'));
  await page.goto(`/listings/${id}`);
  await (await listening).waitForEvent('framereceived', ({ payload }) =>
    String(payload).startsWith('{"type":"subscribed"'),
  );
  await expect(hydrated(page)).toBeAttached();
  const order = await buyer.api('POST', '/api/orders', { listingId: id, quantity: 1 });
  expect(order.status, JSON.stringify(order.body)).toBe(201);
  await expect(page.getByText('Another buyer has reserved this card.')).toBeVisible();
});

test('a form that is sent before hydration is sent by the browser, once, with what was typed', async ({
  visitor: page,
  newMember,
}) => {
  const member = await newMember();
  const sent = posts(page);
  await slowScripts(page);
  await page.goto('/auth/sign-in', { waitUntil: 'commit' });
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Password', { exact: true }).fill(member.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  // The button of the header; the bar of small screens has another one.
  await expect(page.getByRole('button', { name: `${member.username}, your account`, exact: true })).toBeVisible();
  expect(sent.filter((path) => path === '/auth/sign-in')).toHaveLength(1);
});

test('a link, a search and the browser’s own menu need no script', async ({ visitor: page }) => {
  await withoutPictures(page);
  await slowScripts(page);
  await page.goto('/browse?condition=mint', { waitUntil: 'commit' });
  await page.getByTestId('theme-menu').getByRole('button').click();
  await expect(page.getByRole('menuitemradio', { name: 'Midnight' })).toBeVisible();
  await page.getByRole('list', { name: 'Applied filters' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/browse$/);
  const field = page.getByRole('banner').locator('input[name=q]');
  await field.fill('pikachu');
  await field.press('Enter');
  await expect(page).toHaveURL(/q=pikachu/);
});

test('what is typed into the search stays, with its focus, and is searched for after hydration', async ({
  visitor: page,
}) => {
  await withoutPictures(page);
  const letCome = await slowScripts(page);
  await page.goto('/browse', { waitUntil: 'commit' });
  const field = page.getByRole('banner').locator('input[name=q]');
  await field.pressSequentially('charzard 4/102');
  letCome();
  await expect(hydrated(page)).toBeAttached();
  await expect(field).toHaveValue('charzard 4/102');
  await expect(field).toBeFocused();
  await field.press('Enter');
  await expect(page).toHaveURL(/q=charzard/);
});

test('a filter that was ticked before hydration is in force after it', async ({ visitor: page }) => {
  await withoutPictures(page);
  const letCome = await slowScripts(page);
  await page.goto('/browse', { waitUntil: 'commit' });
  await page.locator('aside').getByRole('checkbox', { name: 'Near mint' }).check();
  letCome();
  await expect(page).toHaveURL(/condition=near_mint/);
  await expect(page.getByRole('list', { name: 'Applied filters' })).toContainText('Near mint');
});

test('what was typed into a new listing before hydration is in the form after it', async ({ newMember }) => {
  const { page } = await newMember();
  const letCome = await slowScripts(page);
  await page.goto('/listings/create', { waitUntil: 'commit' });
  await page.locator('input[name=price]').fill('12.34');
  letCome();
  await expect(hydrated(page)).toBeAttached();
  await expect
    .poll(() => page.evaluate(() => Object.values(localStorage).some((text) => text.includes('12.34'))))
    .toBe(true);
});

test('a message that was typed before hydration is in the composer after it, and sent once', async ({ newMember }) => {
  test.setTimeout(120_000);
  const [writer, reader] = [await newMember(), await newMember()];
  const { page } = writer;
  const opened = await writer.api('POST', '/api/threads', { recipientId: reader.id, text: 'First' });
  expect(opened.status, JSON.stringify(opened.body)).toBe(201);
  const letCome = await slowScripts(page);
  await page.goto(`/messages/${opened.body.id}`, { waitUntil: 'commit' });
  const field = page.getByTestId('composer').getByRole('textbox');
  await field.pressSequentially('Before anything runs');
  letCome();
  await expect(hydrated(page)).toBeAttached();
  await expect(field).toHaveValue('Before anything runs');
  await field.press('Enter');
  const message = page.getByTestId('message').filter({ hasText: 'Before anything runs' });
  await expect(message).toHaveCount(1);
  await expect(field).toHaveValue('');
  const stored = async () =>
    JSON.stringify((await reader.api('GET', `/api/threads/${opened.body.id}/messages`)).body).split(
      'Before anything runs',
    ).length - 1;
  await expect.poll(stored).toBe(1);
});

test('a message that is sent before hydration is sent by the browser, once', async ({ newMember }) => {
  const [writer, reader] = [await newMember(), await newMember()];
  const { page } = writer;
  const opened = await writer.api('POST', '/api/threads', { recipientId: reader.id, text: 'First' });
  await slowScripts(page);
  await page.goto(`/messages/${opened.body.id}`, { waitUntil: 'commit' });
  await page.getByTestId('composer').getByRole('textbox').fill('Sent by the browser');
  await page.getByTestId('composer').getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByTestId('message').filter({ hasText: 'Sent by the browser' })).toHaveCount(1);
});

test('where no script comes at all the browser sends the form itself', async ({ visitor: page, newMember }) => {
  const member = await newMember();
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
  await page.goto('/auth/sign-in');
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Password', { exact: true }).fill(member.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('link', { name: /account|Notifications/ }).first()).toBeVisible();
});

test('hydration replaces no element: a press that began before ends on the same element', async ({
  visitor: page,
  newMember,
}) => {
  const { id } = await list(await newMember(), {}, [await drawnPhoto('#822')]);
  await withoutPictures(page);
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      const there = [...document.querySelectorAll('main :is(a, button, input)')];
      Object.assign(window, { gone: () => there.filter((one) => !one.isConnected).map((one) => one.outerHTML) });
    });
  });
  for (const path of [`/listings/${id}`, '/browse?q=zyxquorn&condition=mint', '/no/such/page']) {
    const brought = page.waitForResponse(/\/assets\/tooltips-/);
    await page.goto(path);
    await expect(hydrated(page)).toBeAttached();
    // What hydration brings has been fetched, and drawn with the next frame.
    await (await brought).finished();
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    expect(await page.evaluate(() => (window as unknown as { gone(): string[] }).gone()), path).toEqual([]);
  }
});
