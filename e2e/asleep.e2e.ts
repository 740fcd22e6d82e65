import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { list, withoutPictures } from './listing-steps.ts';
import { drawnPhoto } from './photos.ts';

const asleep = (page: Page) => page.locator('script[data-held]');
const hydrated = (page: Page) => page.locator('html[data-hydrated]');

/** Holds the page's own script on its way until it is let come; the watch of a page that sleeps, and what a member's page has instead, come at once. */
async function slowScript(page: Page): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route(/\/assets\/(?!watch-|keeper-).*\.js$/, async (route) => {
    await gate.promise;
    await route.continue();
  });
  return gate.resolve;
}

/** The kilobytes of script that have come over the line. */
function scriptBytes(page: Page): () => Promise<number> {
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  return async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1_000;
}

test.describe('[10-4] a visitor’s page before the first touch', () => {
  test('a listing carries at most 45 kB of script, and changes when its copy is bought elsewhere', async ({ visitor: page, newMember }) => {
    const { id } = await list(await newMember());
    const buyer = await newMember();
    const kilobytes = scriptBytes(page);
    // Else its script comes when it rests, which is not what it needs.
    await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
    const listening = page.waitForEvent('websocket', (socket) => socket.url().endsWith('/api/realtime'));
    await page.goto(`/listings/${id}`);
    await (await listening).waitForEvent('framereceived', ({ payload }) => String(payload).startsWith('{"type":"subscribed"'));
    await expect(asleep(page)).toHaveCount(1);
    expect(await kilobytes()).toBeLessThan(45);
    const order = await buyer.api('POST', '/api/orders', { listingId: id, quantity: 1 });
    expect(order.status, JSON.stringify(order.body)).toBe(201);
    await expect(page.getByText('A buyer is paying for this copy.')).toBeVisible();
    await expect(hydrated(page)).toBeAttached();
  });

  test('the first press on what needs the script waits for it and is done once, however often it is pressed', async ({
    visitor: page,
    newMember,
  }) => {
    const { id } = await list(await newMember(), {}, [await drawnPhoto('#822'), await drawnPhoto('#282')]);
    const letCome = await slowScript(page);
    await page.goto(`/listings/${id}`);
    await page.getByRole('button', { name: 'Photo 2 of 2' }).click();
    // The browser itself opens the menu; what stands in it waits.
    await page.getByTestId('theme-menu').getByRole('button').click();
    const midnight = page.getByRole('menuitemradio', { name: 'Midnight' });
    await midnight.click();
    await midnight.click();
    await expect(page.locator('html')).not.toHaveAttribute('data-theme', 'midnight');
    letCome();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'midnight');
    await expect(midnight).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Photo 2 of 2' })).toHaveAttribute('aria-current', 'true');
  });

  test('Enter on a button opens its dialog, and the focus was never lost', async ({ visitor: page, newMember }) => {
    const { id } = await list(await newMember(), {}, [await drawnPhoto('#822')]);
    const letCome = await slowScript(page);
    await page.goto(`/listings/${id}`);
    const zoom = page.getByRole('button', { name: 'Look closely' });
    await zoom.focus();
    await page.keyboard.press('Enter');
    await expect(zoom).toBeFocused();
    letCome();
    await expect(page.getByRole('dialog')).toBeVisible();
  });

  test('a form that changes something is sent once, with what was typed', async ({ visitor: page, newMember }) => {
    const member = await newMember();
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
    });
    const letCome = await slowScript(page);
    await page.goto('/auth/sign-in');
    await page.getByLabel('Email').fill(member.email);
    await page.getByLabel('Password', { exact: true }).fill(member.password);
    const button = page.getByRole('button', { name: 'Sign in', exact: true });
    await button.click();
    await button.click();
    expect(sent).toEqual([]);
    letCome();
    await expect(page.getByRole('button', { name: /your account$/ })).toBeVisible({ timeout: 20_000 });
    expect(sent.filter((path) => path.startsWith('/auth/sign-in'))).toHaveLength(1);
  });

  test('what is typed into the search stays, with its focus, and is searched for', async ({ visitor: page }) => {
    await withoutPictures(page);
    const letCome = await slowScript(page);
    await page.goto('/browse');
    const field = page.getByRole('banner').locator('input[name=q]');
    await field.pressSequentially('charzard 4/102');
    letCome();
    await expect(hydrated(page)).toBeAttached();
    await expect(field).toHaveValue('charzard 4/102');
    await expect(field).toBeFocused();
    await field.press('Enter');
    await expect(page).toHaveURL(/q=charzard/);
  });

  test('a filter that was ticked is in force once the script is there; a link and a search need none', async ({ visitor: page }) => {
    await withoutPictures(page);
    const letCome = await slowScript(page);
    await page.goto('/browse');
    await page.locator('aside').getByRole('checkbox', { name: 'Near mint' }).check();
    letCome();
    await expect(page).toHaveURL(/condition=near_mint/);
    await expect(page.getByRole('list', { name: 'Applied filters' })).toContainText('Near mint');

    await page.unrouteAll();
    const never = await slowScript(page);
    await page.goto('/browse?condition=mint');
    await page.getByRole('list', { name: 'Applied filters' }).getByRole('link').first().click();
    await expect(page).toHaveURL(/\/browse$/);
    const field = page.getByRole('banner').locator('input[name=q]');
    await field.fill('pikachu');
    await field.press('Enter');
    await expect(page).toHaveURL(/q=pikachu/);
    never();
  });

  test('where the script cannot come the browser sends the form itself', async ({ visitor: page, newMember }) => {
    const member = await newMember();
    await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
    await page.goto('/auth/sign-in');
    await page.getByLabel('Email').fill(member.email);
    await page.getByLabel('Password', { exact: true }).fill(member.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('link', { name: /account|Notifications/ }).first()).toBeVisible();
  });

  test('a page that wakes draws nothing anew: a press that began before ends on the same thing', async ({ visitor: page, newMember }) => {
    const { id } = await list(await newMember());
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
      await page.mouse.move(200, 200);
      await page.mouse.move(210, 210);
      await expect(hydrated(page)).toBeAttached();
      // What a move brings has been fetched, and drawn with the next frame.
      await (await brought).finished();
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      expect(await page.evaluate(() => (window as unknown as { gone(): string[] }).gone()), path).toEqual([]);
    }
  });
});

test('[9-5] a member’s page before its script runs: what is typed stays, and what is pressed is done once', async ({ newMember }) => {
  test.setTimeout(120_000);
  const [writer, reader] = [await newMember(), await newMember()];
  const { page } = writer;
  const opened = await writer.api('POST', '/api/threads', { recipientId: reader.id, text: 'First' });
  expect(opened.status, JSON.stringify(opened.body)).toBe(201);
  const letCome = await slowScript(page);
  const keeper = page.waitForResponse(/\/assets\/keeper-/);
  await page.goto(`/messages/${opened.body.id}`, { waitUntil: 'commit' });
  await (await keeper).finished();
  const field = page.getByTestId('composer').getByRole('textbox');
  await field.pressSequentially('Before anything runs');
  const send = page.getByTestId('composer').getByRole('button', { name: 'Send' });
  await send.click();
  await send.click();
  const message = page.getByTestId('message').filter({ hasText: 'Before anything runs' });
  await expect(message).toHaveCount(0);
  letCome();
  await expect(hydrated(page)).toBeAttached();
  await expect(message).toHaveCount(1);
  await expect(field).toHaveValue('');
  // Shown at once, and stored a moment later.
  const stored = async () =>
    JSON.stringify((await reader.api('GET', `/api/threads/${opened.body.id}/messages`)).body).split('Before anything runs').length - 1;
  await expect.poll(stored).toBe(1);
});
