import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page, expect as see } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importTestCards, testCardId } from '#features/catalogue/testing.ts';
import { minuteMs } from '#kernel/time.ts';
import { setUpAuthenticator } from '#testing/authenticator.ts';
import { violationsOf, violationsWideAndNarrow } from '#testing/axe.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { chromiumFlags, findChromium } from '../../dev/chromium.ts';
import { pagesOfBuild } from './abuse/pages.testing.ts';
import { makeWorld, type World } from './abuse/world.testing.ts';
import { buildFolder } from './pages.server.ts';

/**
 * Who looks at each page, and where: a route for each page of the build, so that a new one is missed here. Pages as they are with much on them, and what opens
 * on them, are looked at in the journeys.
 */
const looks: Record<string, string[]> = {
  ...byVisitor('/', '/about', '/faq', '/fees', '/grading-guide', '/guides', '/new-sellers', '/privacy-policy', '/imprint', '/rules', '/goodbye'),
  ...byVisitor('/browse', '/search-help', '/games', '/wanted', '/premium', '/unsubscribe', '/appeal'),
  ...byVisitor('/auth/sign-in', '/auth/sign-up', '/auth/forgot-password', '/auth/reset-password', '/auth/change-email'),
  ...byVisitor('/auth/cancel-email-change', '/auth/undo-deletion'),
  '/*': ['visitor /no-such-page'],
  '/games/:game': ['visitor /games/pokemon'],
  '/sets/:game/*': ['visitor /sets/pokemon/base1'],
  '/cards/:id': ['visitor /cards/{card}', 'victim /cards/{card}'],
  '/listings/:id': ['visitor /listings/{active}', 'victim /listings/{active}', 'stranger /listings/{bargain}'],
  '/profile/:id': ['visitor /profile/{member}'],
  '/auth/second-step': ['halfway /auth/second-step', 'halfway /auth/second-step?with=recovery'],
  '/auth/complete-profile': ['flagged /auth/complete-profile'],
  '/auth/verify-email': ['victim /auth/verify-email'],
  ...by('victim', '/dashboard', '/profile', '/favorites', '/offers', '/orders', '/want-lists', '/saved-searches', '/notifications', '/messages'),
  ...by('victim', '/dashboard/wanted', '/dashboard/reviews'),
  ...by('victim', '/dashboard/listings', '/dashboard/listings/bulk', '/dashboard/listings/rules', '/listings/create', '/listings/import'),
  ...by('victim', '/settings', '/settings/profile', '/settings/appearance', '/settings/vacation', '/settings/subscription', '/settings/seller'),
  ...by('victim', '/settings/notifications', '/settings/blocks', '/settings/decisions', '/settings/guides', '/settings/data', '/settings/security'),
  '/settings/security/confirm': ['victim /settings/security/confirm'],
  '/settings/security/authenticator': ['fresh /settings/security/authenticator', 'armed /settings/security/authenticator'],
  '/settings/security/recovery-codes': ['armed /settings/security/recovery-codes'],
  '/settings/decisions/:id': ['victim /settings/decisions/{ruling}'],
  '/messages/:id': ['victim /messages/{thread}'],
  '/orders/:id': ['victim /orders/{sold}', 'victim /orders/{bought}', 'victim /orders/{shipped}', 'victim /orders/{reported}'],
  '/dashboard/listings/bulk/:id': ['victim /dashboard/listings/bulk/{bulk}'],
  '/dashboard/listings/rules/:id': ['victim /dashboard/listings/rules/{rule}'],
  '/listings/import/:id': ['victim /listings/import/{stock}'],
  '/listings/:id/edit': ['victim /listings/{active}/edit'],
  '/listings/:id/watchers': ['victim /listings/{active}/watchers'],
  '/listings/:id/offer': ['stranger /listings/{bargain}/offer'],
  '/offers/basket': ['stranger /offers/basket?seller={member}'],
  '/saved-searches/new': ['victim /saved-searches/new?q=mew'],
  '/want-lists/add': ['victim /want-lists/add?card={card}'],
  '/want-lists/:id': ['visitor /want-lists/{shownList}', 'victim /want-lists/{list}'],
  '/want-lists/:id/edit': ['victim /want-lists/{list}/edit'],
  '/want-lists/:id/preview': ['victim /want-lists/{list}/preview'],
  '/wanted/create': ['victim /wanted/create'],
  '/wanted/:id': ['visitor /wanted/{wanted}', 'victim /wanted/{wanted}'],
  '/wanted/:id/answer': ['stranger /wanted/{wanted}/answer'],
  '/wanted/:id/edit': ['victim /wanted/{wanted}/edit'],
  '/wanted/:id/renew': ['victim /wanted/{wanted}/renew'],
  '/wanted/:id/end': ['victim /wanted/{wanted}/end'],
  '/report/:kind/:id': ['stranger /report/member/{member}', 'stranger /report/review/{review}'],
  ...by('admin', '/admin', '/admin/certificates', '/admin/orders', '/admin/reports', '/admin/appeals', '/admin/texts', '/admin/market'),
  ...by('admin', '/admin/ads', '/admin/ads/new', '/admin/jobs', '/admin/health', '/admin/audit'),
  '/admin/members/:id': ['admin /admin/members/{member}', 'admin /admin/members/{member}?do=suspend'],
  '/admin/listings/:id': ['admin /admin/listings/{active}'],
  '/admin/reviews/:id': ['admin /admin/reviews/{review}'],
  '/admin/wanted/:id': ['admin /admin/wanted/{wanted}'],
  '/admin/want-lists/:id': ['admin /admin/want-lists/{shownList}'],
  '/admin/orders/:id': ['admin /admin/orders/{reported}', 'admin /admin/orders/{sold}'],
  '/admin/reports/:id': ['admin /admin/reports/{given}'],
  '/admin/appeals/:id': ['admin /admin/appeals/{appealed}'],
  '/admin/ads/:id': ['admin /admin/ads/{ad}'],
};

/** Without the link of a mail, and where there is nothing. */
const refusing = /no-such-page$|appeal$|unsubscribe$/;

function by(who: string, ...paths: string[]): Record<string, string[]> {
  return Object.fromEntries(paths.map((path) => [path, [`${who} ${path}`]]));
}
function byVisitor(...paths: string[]): Record<string, string[]> {
  return by('visitor', ...paths);
}

describe.skipIf(!existsSync(join(buildFolder, 'server/index.js')))('every page', () => {
  let market: TestMarket;
  let world: World;
  let browser: Browser;
  const contexts = new Map<string, BrowserContext>();
  const tabs = new Map<string, Page>();
  /** The cookie of each who is somebody, made when they first look: what they may do now some of them may no longer in ten minutes. */
  const people: Record<string, () => Promise<string>> = {
    victim: async () => world.victim.cookie,
    stranger: async () => world.stranger.cookie,
    admin: async () => world.admin.cookie,
    fresh: async () => (await market.signUp('fresh_one')).cookie,
    flagged: async () => (await market.signUp('flagged_one', { location: undefined })).cookie,
    armed: async () => (await withApp('armed_one')).cookie,
    halfway: async () => {
      const { email, password } = await withApp('halfway_one');
      const begun = await market.request('POST', '/api/auth/sign-in/email', { body: { email, password } });
      const step = begun.headers.getSetCookie().find((line) => line.startsWith('sleeved_second_step='));
      return step?.split(';')[0] ?? expect.fail('no second step');
    },
  };
  async function withApp(name: string): Promise<TestMember> {
    const member = await market.signUp(name);
    await setUpAuthenticator(market, member);
    return member;
  }
  beforeAll(async () => {
    [market, browser] = await Promise.all([
      startTestMarket({ pages: true }),
      findChromium().then((executablePath) => chromium.launch({ executablePath, args: chromiumFlags })),
    ]);
    await importTestCards(market.platform);
    world = await makeWorld(market);
    // Long enough for a session that has confirmed nothing.
    await market.advance(11 * minuteMs);
  }, 120_000);
  afterAll(() => Promise.all([browser?.close(), market?.close()]));

  async function contextOf(who: string): Promise<BrowserContext> {
    const known = contexts.get(who);
    if (known) return known;
    const context = await browser.newContext({ baseURL: market.url, viewport: { width: 1440, height: 900 } });
    contexts.set(who, context);
    const [name = '', value = ''] = (await people[who]?.())?.split('=') ?? [];
    if (name) await context.addCookies([{ name, value: decodeURIComponent(value), url: market.url }]);
    return context;
  }
  /** Each looks at all their pages in one tab: a process of the browser that has read our script and axe need not do so for every page. */
  async function tabOf(who: string): Promise<Page> {
    const tab = tabs.get(who) ?? (await (await contextOf(who)).newPage());
    tabs.set(who, tab);
    return tab;
  }
  const filled = (path: string) =>
    path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const ids: Record<string, string> = { ...world.ids, member: world.victim.id, card: testCardId('base1-4') };
      return ids[name] ?? expect.fail(`the world has no ${name}`);
    });

  test('[13-N] has somebody who looks at it', async () => {
    const shown = (await pagesOfBuild()).filter(({ hasComponent }) => hasComponent).map(({ path }) => path.replace('?index', ''));
    expect([...new Set(shown)].sort()).toEqual(Object.keys(looks).sort());
  });

  test('[13-N] would show axe what is wrong with it, in each theme', async () => {
    const page = await (await contextOf('visitor')).newPage();
    const styles = 'html { background: #fff; color: #000 } [data-theme=dark] p { color: #bbb }';
    await page.setContent(
      `<html lang="en" data-theme="light"><title>A</title><style>${styles}</style><main><h1>A</h1><img src="/icon.svg"><p>Grey in the dark</p></main>`,
    );
    expect(await violationsOf(page, 'here')).toEqual(['here in light: image-alt at img', 'here in dark: color-contrast at p']);
    // Axe is there already: nothing is brought in twice, and it sees what has become of the page.
    await page.evaluate(() => document.querySelector('img')?.setAttribute('alt', 'A'));
    expect(await violationsOf(page, 'here')).toEqual(['here in dark: color-contrast at p']);
    // Again, in another width, it sees in the other themes what was not there before or stands in other colours, and that alone.
    await page.evaluate(() => {
      document.querySelector('main')?.insertAdjacentHTML('beforeend', '<div><b id="late">Late</b> <i id="same">Same</i></div>');
      document.head.insertAdjacentHTML(
        'beforeend',
        '<style>i { color: #000 } b { display: none } [data-theme=dark] :is(b, i) { color: #bbb } @media (max-width: 500px) { b { display: inline } }</style>',
      );
    });
    expect(await violationsOf(page, 'here')).toEqual(['here in dark: color-contrast at p | #same']);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await violationsOf(page, 'here', { isAgain: true })).toEqual(['here in dark: color-contrast at #late']);
    await page.evaluate(() => document.querySelector('i')?.style.setProperty('background', '#fffffe'));
    expect(await violationsOf(page, 'here', { isAgain: true })).toEqual(['here in dark: color-contrast at #same']);
    expect(await violationsOf(page, 'here', { isAgain: true })).toEqual([]);
    await page.close();
  });

  test.each(Object.values(looks).flat())('[13-N] shows axe nothing in three themes and at two widths: %s', { timeout: 60_000 }, async (look) => {
    const [who = '', address = ''] = look.split(' ');
    const path = filled(address);
    const page = await tabOf(who);
    const answer = await page.goto(path);
    if (!refusing.test(path)) expect(answer?.status(), path).toBe(200);
    await see(page.locator('html[data-hydrated]')).toBeAttached();
    // Else it is the page behind a guard that was looked at.
    expect(page.url()).toBe(market.url + path);
    expect(await violationsWideAndNarrow(page, path)).toEqual([]);
  });
});
