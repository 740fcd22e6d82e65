import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page, expect as see } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildFolder } from '#app/rendering/pages.server.ts';
import { listed } from '#features/listings/testing.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { chromiumFlags, findChromium } from '../../dev/chromium.ts';

const widths = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
const minuteMs = 60_000;

/** What pages do by themselves: no test here presses a key or moves a pointer before what it looks at has happened. */
describe.skipIf(!existsSync(join(buildFolder, 'server/index.js')))('pages that nobody has touched', () => {
  let market: TestMarket;
  let browser: Browser;
  let seller: TestMember;
  let buyer: TestMember;
  let listing: string;
  beforeAll(async () => {
    [market, browser] = await Promise.all([
      startTestMarket({ pages: true, env: { TAX_REPORT_COUNTRY: 'DE' } }),
      findChromium().then((executablePath) => chromium.launch({ executablePath, args: chromiumFlags })),
    ]);
    [seller, buyer] = [await market.signUp('mara_sells'), await market.signUp('ben_buys')];
    listing = (await listed(market, seller, { name: 'Charizard', acceptsOffers: true, quantity: 2 })).id;
  }, 120_000);
  afterAll(() => Promise.all([browser?.close(), market?.close()]));

  async function contextOf(member: TestMember | null): Promise<BrowserContext> {
    const context = await browser.newContext({
      baseURL: market.url,
      viewport: widths[0] ?? null,
      serviceWorkers: 'block',
    });
    const [name = '', value = ''] = member?.cookie.split('=') ?? [];
    if (name) await context.addCookies([{ name, value: decodeURIComponent(value), url: market.url }]);
    return context;
  }

  /** Resolves when the page has a live listener. */
  const listening = (page: Page) =>
    page
      .waitForEvent('websocket', (socket) => socket.url().endsWith('/api/realtime'))
      .then((socket) =>
        socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('"subscribed"')),
      );

  async function conversation(): Promise<string> {
    const { status, body } = await market.request('POST', '/api/threads', {
      as: buyer,
      body: { recipientId: seller.id, text: 'Hello' },
    });
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    return `/messages/${body.id}`;
  }

  test('[UI-03] the connection alert comes by itself and stands bottom right, at 1440 and 390, open conversations too', {
    timeout: 120_000,
  }, async () => {
    const pages: [TestMember | null, string][] = [
      [null, `/listings/${listing}`],
      [null, `/profile/${seller.id}`],
      [buyer, '/'],
      [buyer, await conversation()],
    ];
    for (const [member, path] of pages) {
      const context = await contextOf(member);
      const page = await context.newPage();
      const isListening = listening(page);
      await page.goto(path);
      await isListening;
      await context.setOffline(true);
      const alert = page.getByTestId('connection-alert');
      await see(alert).toBeVisible({ timeout: 30_000 });
      for (const viewport of widths) {
        await page.setViewportSize(viewport);
        const box = await alert.boundingBox();
        const where = `${path} at ${viewport.width}`;
        const right = viewport.width - (box?.x ?? 0) - (box?.width ?? 0);
        expect(right, where).toBeGreaterThanOrEqual(0);
        expect(right, where).toBeLessThanOrEqual(24);
        const bottom = viewport.height - (box?.y ?? 0) - (box?.height ?? 0);
        expect(bottom, where).toBeGreaterThanOrEqual(0);
        // Above the bars of a small screen: the places, and on a listing the one that buys.
        expect(bottom, where).toBeLessThanOrEqual(viewport.width === 390 ? 150 : 24);
        if (!path.startsWith('/messages')) continue;
        const composer = await page.getByTestId('composer').boundingBox();
        expect((composer?.y ?? 0) + (composer?.height ?? 0), where).toBeLessThanOrEqual(box?.y ?? 0);
      }
      await context.close();
    }
  });

  test('[LI-06] offers, orders and notifications are asked for after 2 s, then every 5 minutes, never by a hidden tab; a live frame needs no request', {
    timeout: 120_000,
  }, async () => {
    const context = await contextOf(seller);
    const page = await context.newPage();
    const requests: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/counters') requests.push(request.url());
    });
    // The page's time stands still but for what the test lets pass.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + minuteMs);
    const isListening = listening(page);
    await page.goto('/about');
    await isListening;
    await see(page.locator('html[data-hydrated]')).toBeAttached();
    await page.clock.runFor(1_900);
    expect(requests).toEqual([]);
    await page.clock.runFor(100);
    await see.poll(() => requests.length).toBe(1);

    // A live frame: the numbers change on the screen, and nothing is asked.
    const offers = page.getByTestId('counter-offers');
    const orders = page.getByTestId('counter-orders');
    const notifications = page.getByTestId('counter-notifications');
    const before = Number(await notifications.textContent());
    const offer = { amount: { amount: 900, currency: 'USD' } };
    expect((await market.request('POST', `/api/listings/${listing}/offers`, { as: buyer, body: offer })).status).toBe(
      201,
    );
    await see(offers).toHaveText('1');
    await see(notifications).toHaveText(String(before + 1));
    expect(requests.length).toBe(1);

    // Changes without a frame are read by the timer.
    await market.platform.pool.query(
      "insert into member_counter (member_id, kind, n) values ($1, 'orders-bought', 3)",
      [seller.id],
    );
    await page.clock.runFor(5 * minuteMs - 1_000);
    expect(requests.length).toBe(1);
    await page.clock.runFor(1_000);
    await see.poll(() => requests.length).toBe(2);
    await see(orders).toHaveText('3');

    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await page.clock.runFor(30 * minuteMs);
    expect(requests.length).toBe(2);
    await context.close();
  });

  test('[UI-08] a resize-observer loop reaches no error handler, another error does, at 1440 and 390', {
    timeout: 60_000,
  }, async () => {
    for (const viewport of widths) {
      const context = await contextOf(null);
      const page = await context.newPage();
      await page.setViewportSize(viewport);
      await page.goto(`/listings/${listing}`);
      await see(page.locator('html[data-hydrated]')).toBeAttached();
      const received = await page.evaluate(async () => {
        const messages: string[] = [];
        window.addEventListener('error', ({ message }) => messages.push(message));
        const box = document.body.appendChild(document.createElement('div'));
        // Each change of its size is answered by another one: the loop that browsers warn of, frame after frame.
        let observer: ResizeObserver | undefined;
        await new Promise<void>((resolve) => {
          let calls = 0;
          observer = new ResizeObserver(() => {
            box.style.width = `${10 + calls}px`;
            if (++calls === 5) resolve();
          });
          observer.observe(box);
        });
        observer?.disconnect();
        box.remove();
        const another = new Promise((resolve) => window.addEventListener('error', resolve, { once: true }));
        setTimeout(() => {
          throw new Error('another error');
        });
        await another;
        return messages;
      });
      expect(received).toEqual(['Uncaught Error: another error']);
      await context.close();
    }
  });

  test('[UI-07] all four counters and the ways to them are on every page of a member, at 1440 and 390', {
    timeout: 60_000,
  }, async () => {
    const context = await contextOf(buyer);
    const page = await context.newPage();
    for (const path of ['/', '/browse', `/listings/${listing}`, '/settings', '/dashboard', '/messages']) {
      await page.goto(path);
      for (const viewport of widths) {
        await page.setViewportSize(viewport);
        for (const name of ['messages', 'offers', 'orders', 'notifications'])
          await see(page.getByTestId(`counter-${name}`), `${name} on ${path}`).toHaveText(/^\d+\+?$/);
        await page.getByRole('button', { name: /your account$/ }).click();
        for (const [name, to] of [
          ['Offers', '/offers'],
          ['Orders', '/orders'],
        ] as const)
          await see(page.getByRole('menuitem', { name: new RegExp(`^${name}`) })).toHaveAttribute('href', to);
        await page.keyboard.press('Escape');
        // Where the header has no space for an icon, the bar of small screens leads there.
        for (const name of [/^Messages/, /^Notifications/])
          await see(page.getByRole('link', { name }).filter({ visible: true }).first()).toBeVisible();
      }
    }
    await context.close();
  });
});
