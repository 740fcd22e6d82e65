import { expect } from 'vitest';
import { importTestCards, testCardId } from '#features/catalogue/testing.ts';
import { listed, premium } from '#features/listings/testing.ts';
import { signInAgain } from '#features/orders/testing.ts';
import { minuteMs } from '#kernel/time.ts';
import { setUpAuthenticator } from '#testing/authenticator.ts';
import type { TestMarket, TestMember } from '#testing/server.ts';
import { makeWorld } from '../security/operations/world.testing.ts';

/**
 * Who looks at each page, and where: a route for each page of the build, so that a new one is missed here. Pages as
 * they are with much on them, and what opens on them, are looked at in the journeys.
 */
export const looks: Readonly<Record<string, readonly string[]>> = {
  ...byVisitor(
    '/',
    '/about',
    '/faq',
    '/fees',
    '/grading-guide',
    '/guides',
    '/new-sellers',
    '/privacy-policy',
    '/imprint',
    '/rules',
    '/goodbye',
  ),
  ...byVisitor('/browse', '/search-help', '/games', '/wanted', '/premium', '/unsubscribe', '/appeal'),
  '/withdraw': ['victim /withdraw?order={bought}'],
  ...byVisitor('/auth/sign-in', '/auth/sign-up', '/auth/forgot-password', '/auth/reset-password', '/auth/change-email'),
  ...byVisitor('/auth/cancel-email-change', '/auth/undo-deletion'),
  '/*': ['visitor /no-such-page'],
  '/cart': ['visitor /cart', 'victim /cart'],
  '/checkout': ['victim /checkout'],
  '/games/:game': ['visitor /games/pokemon'],
  '/sets/:game/*': ['visitor /sets/pokemon/base1'],
  '/cards/:id': ['visitor /cards/{card}', 'victim /cards/{card}'],
  '/listings/:id': ['visitor /listings/{active}', 'victim /listings/{active}', 'stranger /listings/{bargain}'],
  '/profile/:id': ['visitor /profile/{member}'],
  '/auth/second-step': ['halfway /auth/second-step', 'halfway /auth/second-step?with=recovery'],
  '/auth/complete-profile': ['flagged /auth/complete-profile'],
  '/auth/verify-email': ['victim /auth/verify-email'],
  '/orders': ['victim /orders?side=buying', 'victim /orders?side=selling'],
  ...by(
    'victim',
    '/dashboard',
    '/profile',
    '/favorites',
    '/offers',
    '/want-lists',
    '/saved-searches',
    '/notifications',
    '/messages',
  ),
  ...by('victim', '/dashboard/wanted', '/dashboard/reviews', '/dashboard/orders/ship'),
  ...by(
    'victim',
    '/dashboard/payouts',
    '/dashboard/payouts/bank',
    '/dashboard/payouts/account',
    '/dashboard/payouts/statements',
    '/dashboard/payouts/tax-details',
  ),
  ...by(
    'victim',
    '/dashboard/listings',
    '/dashboard/listings/bulk',
    '/dashboard/listings/rules',
    '/dashboard/listings/deleted',
    '/dashboard/shipping',
    '/listings/create',
    '/listings/import',
  ),
  ...by(
    'victim',
    '/settings',
    '/settings/profile',
    '/settings/appearance',
    '/settings/vacation',
    '/settings/addresses',
    '/settings/subscription',
    '/settings/seller',
  ),
  ...by(
    'victim',
    '/settings/notifications',
    '/settings/blocks',
    '/settings/decisions',
    '/settings/guides',
    '/settings/data',
    '/settings/security',
  ),
  '/settings/security/confirm': ['victim /settings/security/confirm'],
  '/settings/security/authenticator': [
    'fresh /settings/security/authenticator',
    'armed /settings/security/authenticator',
  ],
  '/settings/security/recovery-codes': ['armed /settings/security/recovery-codes'],
  '/settings/addresses/:id': ['victim /settings/addresses/{address}'],
  '/settings/decisions/:id': ['victim /settings/decisions/{decision}'],
  '/messages/:id': ['victim /messages/{thread}'],
  '/orders/:id': [
    'victim /orders/{sold}',
    'victim /orders/{bought}',
    'victim /orders/{shipped}',
    'victim /orders/{reported}',
  ],
  '/dashboard/listings/bulk/:id': ['victim /dashboard/listings/bulk/{bulk}'],
  '/dashboard/listings/rules/:id': ['victim /dashboard/listings/rules/{rule}'],
  '/listings/import/:id': ['victim /listings/import/{stock}'],
  '/listings/:id/edit': ['victim /listings/{active}/edit'],
  '/listings/:id/watchers': ['victim /listings/{active}/watchers'],
  '/listings/:id/offer': ['stranger /listings/{bargain}/offer'],
  '/offers/basket': ['stranger /offers/basket?seller={member}'],
  '/saved-searches/new': ['victim /saved-searches/new?q=mew'],
  '/saved-searches/:id': ['victim /saved-searches/{search}'],
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
  '/card-reports/:id': ['stranger /card-reports/{card}'],
  '/report/:kind/:id': ['stranger /report/member/{member}', 'stranger /report/review/{review}'],
  ...by(
    'admin',
    '/admin',
    '/admin/money',
    '/admin/invoices',
    '/admin/members',
    '/admin/content',
    '/admin/certificates',
    '/admin/orders',
    '/admin/reports',
    '/admin/appeals',
    '/admin/card-reports',
    '/admin/texts',
    '/admin/market',
    '/admin/shipping',
  ),
  // It asks for a confirmation before it opens.
  ...by('confirmed', '/admin/site', '/admin/invoices/tax-report'),
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
  '/admin/cards/:id': ['admin /admin/cards/{card}'],
  '/purchases/:id': ['victim /purchases/{purchase}'],
};

/** Without the link of a mail, and where there is nothing. */
export const refusing = /no-such-page$|appeal$|unsubscribe$/;

function by(who: string, ...paths: string[]): Record<string, string[]> {
  return Object.fromEntries(paths.map((path) => [path, [`${who} ${path}`]]));
}
function byVisitor(...paths: string[]): Record<string, string[]> {
  return by('visitor', ...paths);
}

export interface Looks {
  /**
   * The cookie of who looks, made when they first do: what some may do now they may no longer in ten minutes. Empty for
   * a visitor.
   */
  cookieOf(who: string): Promise<string>;
  /** An address of `looks` with the ids of what this market has. */
  filled(path: string): string;
}

/** Fills a market with one of each thing that a page can be about. */
export async function prepareLooks(market: TestMarket): Promise<Looks> {
  await importTestCards(market.platform);
  const world = await makeWorld(market);
  // Copies on the page of a card.
  await premium(market, world.victim);
  for (const condition of ['mint', 'played'] as const)
    await listed(market, world.victim, { catalogueCardId: testCardId('base1-4'), condition });
  await market.runJobs();
  // Long enough for a session that has confirmed nothing.
  await market.advance(11 * minuteMs);
  async function withApp(name: string): Promise<TestMember> {
    const member = await market.signUp(name);
    await setUpAuthenticator(market, member);
    return member;
  }
  const people: Record<string, () => Promise<string>> = {
    visitor: async () => '',
    victim: async () => world.victim.cookie,
    stranger: async () => world.stranger.cookie,
    admin: async () => world.admin.cookie,
    confirmed: async () => {
      const name = world.admin.cookie.split('=')[0] ?? '';
      const { cookie } = await signInAgain(market, world.admin);
      return cookie.split('; ').find((one) => one.startsWith(`${name}=`)) ?? expect.fail('no session');
    },
    fresh: async () => (await market.signUp('fresh_one')).cookie,
    flagged: async () => (await market.signUp('flagged_one', { location: undefined })).cookie,
    armed: async () => (await withApp('armed_one')).cookie,
    halfway: async () => {
      const { email, password } = await withApp('halfway_one');
      const signIn = await market.request('POST', '/api/auth/sign-in/email', { body: { email, password } });
      const step = signIn.headers.getSetCookie().find((line) => line.startsWith('sleeved_second_step='));
      return step?.split(';')[0] ?? expect.fail('no second step');
    },
  };
  const cookies = new Map<string, Promise<string>>();
  return {
    cookieOf: (who) => {
      const cookie = cookies.get(who) ?? people[who]?.() ?? expect.fail(`nobody is called ${who}`);
      cookies.set(who, cookie);
      return cookie;
    },
    filled: (path) =>
      path.replace(/\{(\w+)\}/g, (_, name: string) => {
        const ids: Record<string, string> = { ...world.ids, member: world.victim.id, card: testCardId('base1-4') };
        return ids[name] ?? expect.fail(`the world has no ${name}`);
      }),
  };
}
