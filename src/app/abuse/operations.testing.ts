import { market } from '#app/features.server.ts';
import type { Refusal } from '#kernel/refusal.ts';
import type { TestMember } from '#testing/server.ts';
import { photoForm, stockForm, type World } from './world.testing.ts';

/**
 * Who may use an operation, as the policies say:
 * - `open`: visitors as well as members.
 * - `own`: members, each for themselves; nothing in it names somebody's thing.
 * - `owner`: it names a thing, and only whose thing it is may use it.
 * - `operator`: who runs the market.
 * - `signed`: another company's server, by its signature.
 */
export type Access = 'open' | 'own' | 'owner' | 'operator' | 'signed';

export interface Operation {
  /** The address with the victim's things in the place of its parameters. */
  path?: (world: World) => string;
  /** A body that its rightful sender could send, or the one that names the victim's things. */
  body?: (world: World, sender: TestMember) => unknown;
  /** What the policy is asked about: the victim's thing, as far as the rule looks at it. */
  thing?: (world: World, sender: TestMember) => unknown;
  /** Somebody else's part in a thing of the victim's that the market is there for. */
  touches?: true;
}

/** Undefined where no room has a rule for it. */
export function accessOf(name: string): Access | undefined {
  const asked = market.edges.get(name);
  if (!asked) return undefined;
  if (asked.policy.noun === 'Stripe’s news') return 'signed';
  if (asked.rule.needs === 'operator') return 'operator';
  return asked.rule.needs === 'anybody' ? 'open' : operations[name]?.thing ? 'owner' : 'own';
}

/** What the operation's rule answers this sender about the victim's thing. */
export function answerOf(name: string, world: World, sender: TestMember, role: 'member' | 'admin'): true | Refusal {
  const asked = market.edges.get(name);
  if (!asked) throw new Error(`${name} has no rule`);
  return asked.policy.may({ id: sender.id, role }, asked.verb, operations[name]?.thing?.(world, sender));
}

const id = (path: (world: World) => string, thing: Operation['thing'] & object, rest: Operation = {}): Operation => ({ path, thing, ...rest });
const own = (body?: Operation['body']): Operation => (body ? { body } : {});
const open = (rest: Operation = {}): Operation => rest;
const listing = (verb: string, which: 'draft' | 'active' | 'paused' | 'doomed', rest?: Operation) =>
  id(
    ({ ids }) => `/api/listings/${ids[which]}${verb}`,
    ({ victim }) => ({ sellerId: victim.id, publishedAt: which === 'active' || which === 'paused' ? new Date(0) : null }),
    rest,
  );
const order = (verb: string, which: 'sold' | 'bought' | 'shipped', body?: unknown) =>
  id(
    ({ ids }) => `/api/orders/${ids[which]}${verb}`,
    ({ victim }) => (which === 'sold' ? { sellerId: victim.id, buyerId: 'another' } : { sellerId: 'another', buyerId: victim.id }),
    body === undefined ? {} : { body: () => body },
  );
const offer = (verb: string, which: 'offered' | 'offeredToo' | 'offeredLast' | 'made', body?: unknown) =>
  id(
    ({ ids }) => `/api/offers/${ids[which]}${verb}`,
    ({ victim }) =>
      which === 'made' ? { sellerId: 'another', buyerId: victim.id, madeBy: 'buyer' } : { sellerId: victim.id, buyerId: 'another', madeBy: 'buyer' },
    body === undefined ? {} : { body: () => body },
  );
const thread = (verb: string, body?: unknown) =>
  id(
    ({ ids }) => `/api/threads/${ids.thread}${verb}`,
    ({ victim }) => ({ firstId: victim.id, secondId: 'another' }),
    body === undefined ? {} : { body: () => body },
  );
const stock = (verb: string, body?: unknown) =>
  id(
    ({ ids }) => `/api/listings/import/${ids.stock}${verb}`,
    ({ victim }) => ({ sellerId: victim.id }),
    body === undefined ? {} : { body: () => body },
  );
const bulk = (verb: string) =>
  id(
    ({ ids }) => `/api/listings/bulk/${ids.bulk}${verb}`,
    ({ victim }) => ({ sellerId: victim.id }),
  );
const rule = (verb = '', body?: unknown) =>
  id(
    ({ ids }) => `/api/price-rules/${ids.rule}${verb}`,
    ({ victim }) => ({ sellerId: victim.id }),
    body === undefined ? {} : { body: () => body },
  );
const priceRule = { name: 'Rule', change: { market: -5 } };
const wanted = (path: string, body?: unknown) =>
  id(
    ({ ids }) => `/api/wanted/${ids.wanted}${path}`,
    ({ victim }) => ({ ownerId: victim.id }),
    body === undefined ? {} : { body: () => body },
  );
const list = (path: string, body?: unknown) =>
  id(
    ({ ids }) => `/api/want-lists/${ids.list}${path}`,
    ({ victim }) => ({ ownerId: victim.id, isPublic: false }),
    body === undefined ? {} : { body: () => body },
  );
const search = (body?: unknown) =>
  id(
    ({ ids }) => `/api/saved-searches/${ids.search}`,
    ({ victim }) => ({ ownerId: victim.id }),
    body === undefined ? {} : { body: () => body },
  );
const ofVictim = ({ victim }: World) => ({ userId: victim.id });
const card = { game: 'pokemon', name: 'Eevee', condition: 'good', price: { amount: 700, currency: 'USD' }, status: 'draft' };
const password = (_world: World, sender: TestMember) => ({ password: sender.password });

/** Every operation of the served OpenAPI document, in the order in which the tests run them: what ends something comes late. */
export const operations: Readonly<Record<string, Operation>> = {
  'GET /api/tiers': open(),
  'GET /api/catalogue/games': open(),
  'GET /api/catalogue/sets': open(),
  'GET /api/catalogue/cards': open(),
  'GET /api/catalogue/cards/{id}': open({ path: () => '/api/catalogue/cards/none' }),
  'GET /api/catalogue/cards/{id}/prices': open({ path: () => '/api/catalogue/cards/none/prices' }),
  'GET /api/catalogue/cards/{id}/prices.csv': open({ path: () => '/api/catalogue/cards/none/prices.csv' }),
  'GET /api/listings': open(),
  'GET /api/listings/{id}': open({ path: ({ ids }) => `/api/listings/${ids.active}` }),
  'GET /api/profiles/{id}': open({ path: ({ victim }) => `/api/profiles/${victim.id}` }),
  'GET /api/usernames/{name}': open({ path: () => '/api/usernames/some_name' }),
  'GET /og/members/{file}': open({ path: ({ victim }) => `/og/members/${victim.id}.webp` }),
  'GET /api/profiles/{id}/reviews': open({ path: ({ victim }) => `/api/profiles/${victim.id}/reviews` }),
  'GET /api/wanted': open(),
  'GET /api/wanted/{id}': open({ path: ({ ids }) => `/api/wanted/${ids.wanted}` }),
  'GET /photos/{id}/{file}': open({ path: ({ ids }) => `/photos/${ids.photo}/320.webp` }),
  'GET /avatars/{id}/{file}': open({ path: ({ ids }) => new URL(ids.avatar, 'http://market.test').pathname }),
  'GET /ads/pictures/{id}/{file}': open({ path: () => '/ads/pictures/none/96.webp' }),
  'GET /ads/{id}/go': open({ path: () => '/ads/none/go' }),
  'POST /api/ads/{id}/shown': open({ path: () => '/api/ads/none/shown' }),
  'GET /api/realtime': open(),
  'GET /api/auth/get-session': open(),
  'GET /api/auth/google': open(),
  'GET /api/auth/callback/google': open(),
  'GET /api/auth/passkey/generate-authenticate-options': open(),
  'POST /api/auth/passkey/generate-authenticate-options': open(),
  'POST /api/auth/passkey/verify-authentication': open({ body: () => ({ response: {} }) }),
  'POST /api/auth/sign-in/social': open({ body: () => ({ provider: 'google' }) }),
  'POST /api/auth/request-password-reset': open({ body: ({ victim }) => ({ email: victim.email }) }),
  'POST /api/auth/reset-password': open({ body: () => ({ token: 'x'.repeat(43), newPassword: 'another-horse-battery' }) }),
  'POST /api/auth/change-email/confirm': open({ body: () => ({ token: 'x'.repeat(43) }) }),
  'POST /api/auth/change-email/cancel': open({ body: () => ({ token: 'x'.repeat(43) }) }),
  'POST /api/auth/undo-deletion': open({ body: () => ({ token: 'x'.repeat(43) }) }),
  'POST /api/auth/two-factor/verify-totp': open({ body: () => ({ code: '000000' }) }),
  'POST /api/auth/two-factor/verify-backup-code': open({ body: () => ({ code: 'aaaaa-bbbbb' }) }),
  'POST /api/auth/sign-up/email': open({
    body: () => ({ email: 'planted@example.test', password: 'correct-horse-battery', username: 'planted_one', location: 'Lyon' }),
  }),
  'POST /api/auth/sign-in/email': open({ body: (_world, { email, password: typed }) => ({ email, password: typed }) }),

  'GET /api/profile': own(),
  'GET /api/export': own(),
  'GET /api/favorites': own(),
  'GET /api/orders': own(),
  'GET /api/counters': own(),
  'GET /api/auth/list-accounts': own(),
  'GET /api/auth/list-sessions': own(),
  'GET /api/auth/change-email': own(),
  'GET /api/auth/two-factor/status': own(),
  'GET /api/auth/passkey/list-user-passkeys': own(),
  'GET /api/auth/passkey/generate-register-options': own(),
  'GET /api/stripe/check-subscription': own(),
  'GET /api/stripe/invoices': own(),
  'GET /api/notifications/preferences': own(),
  'GET /api/notifications': own(),
  'GET /api/push/key': own(),
  'GET /api/orders/papers': { path: () => '/api/orders/papers?kind=pull-sheet' },
  'GET /api/orders/{id}': order('', 'sold'),
  'GET /api/orders/{id}/photos': order('/photos', 'sold'),
  'GET /api/offers': own(),
  'GET /api/offers/{id}': offer('', 'offered'),
  'GET /api/threads': own(),
  'GET /api/listings/import/{id}': stock(''),
  'GET /api/listings/import/{id}/left.csv': stock('/left.csv'),
  'GET /api/listings/export.csv': own(),
  'PUT /api/listings/import/columns': own(() => ({ header: ['a', 'b', 'c'], columns: { name: 0, condition: 1, quantity: 2 } })),
  'DELETE /api/listings/import/columns/{id}': id(
    ({ ids }) => `/api/listings/import/columns/${ids.stockColumns}`,
    ({ victim }) => ({ sellerId: victim.id }),
  ),
  'GET /api/price-rules': own(),
  'GET /api/price-rules/{id}': rule(),
  'GET /api/listings/bulk/{id}': bulk(''),
  'GET /api/listings/bulk/{id}/changes': bulk('/changes'),
  'GET /api/blocks': own(),
  'GET /api/threads/{id}': thread(''),
  'GET /api/threads/{id}/messages': thread('/messages'),

  'PATCH /api/profile': own(() => ({ bio: 'changed' })),
  'POST /api/profile/complete': own(() => ({ username: 'another_name', location: 'Lyon' })),
  'POST /api/profile/avatar': own(() => photoForm('photo')),
  'POST /api/listings': own(() => card),
  'POST /api/listings/import': own(() => stockForm()),
  'POST /api/listings/bulk': own(() => ({ filter: {}, change: { percent: -5 } })),
  'GET /api/saved-searches': own(),
  'POST /api/saved-searches': own(() => ({ name: 'Eevees', query: 'q=eevee' })),
  'GET /api/follows': own(),
  'PUT /api/follows/{memberId}': { path: ({ victim }) => `/api/follows/${victim.id}`, touches: true },
  'DELETE /api/follows/{memberId}': { path: ({ victim }) => `/api/follows/${victim.id}`, touches: true },
  'GET /api/want-lists': own(),
  'GET /api/want-lists/{id}': list(''),
  'GET /api/want-lists/{id}/export': list('/export'),
  'POST /api/want-lists': own(() => ({ name: 'Mine' })),
  'GET /api/want-lists/{id}/import': list('/import'),
  'POST /api/wanted': own(() => ({ title: 'A Mew', game: 'pokemon' })),
  'POST /api/wanted/{id}/respond': {
    path: ({ ids }) => `/api/wanted/${ids.wanted}/respond`,
    body: () => ({ text: 'I have one.' }),
    touches: true,
  },
  'POST /api/orders': { body: ({ ids }) => ({ listingId: ids.active }), touches: true },
  'POST /api/listings/{id}/offers': {
    path: ({ ids }) => `/api/listings/${ids.bargain}/offers`,
    body: () => ({ amount: { amount: 600, currency: 'USD' } }),
    touches: true,
  },
  // What belongs together is named by its seller: one's own is refused, and a single listing too.
  'POST /api/offers/basket': {
    body: ({ victim, ids }) => ({ sellerId: victim.id, lines: [{ listingId: ids.bargain }], amount: { amount: 600, currency: 'USD' } }),
    touches: true,
  },
  'POST /api/listings/{id}/offers/watchers': listing('/offers/watchers', 'active', { body: () => ({ amount: { amount: 600, currency: 'USD' } }) }),
  'PUT /api/favorites/{listingId}': { path: ({ ids }) => `/api/favorites/${ids.active}`, touches: true },
  'PUT /api/notifications/preferences': own(() => ({ mails: { sales: false } })),
  // Nobody writes to themselves: the victim's own call goes to the stranger.
  'POST /api/threads': {
    body: ({ victim, stranger }, sender) => ({ recipientId: (sender.id === victim.id ? stranger : victim).id, text: 'Hello.' }),
    touches: true,
  },
  'POST /api/members/{id}/report': {
    path: ({ victim }) => `/api/members/${victim.id}/report`,
    body: () => ({ reason: 'A test of who may.' }),
    touches: true,
  },
  'POST /api/reports': { body: ({ victim }) => ({ subject: { kind: 'member', id: victim.id }, reason: 'A test of who may.' }), touches: true },
  'POST /api/members/{id}/block': { path: ({ victim }) => `/api/members/${victim.id}/block`, body: () => ({}), touches: true },
  'DELETE /api/members/{id}/block': { path: ({ victim }) => `/api/members/${victim.id}/block`, touches: true },
  'PUT /api/push/subscriptions': own(() => ({
    endpoint: 'https://push.example.com/send/1',
    keys: { p256dh: 'B'.padEnd(87, 'A'), auth: 'A'.repeat(22) },
  })),
  'DELETE /api/push/subscriptions': own(),
  'POST /api/notifications/read': own(() => ({ all: true })),
  'GET /api/profile/seller': own(),
  'PUT /api/profile/seller': own(() => ({ kind: 'private' })),
  'GET /api/profiles/{id}/seller': open({ path: ({ victim }) => `/api/profiles/${victim.id}/seller` }),
  'PUT /api/profile/vacation': own(() => ({ from: '2020-01-01', to: '2020-01-05' })),
  'DELETE /api/profile/vacation': own(),
  'PUT /api/profiles/{id}/return-notice': { path: ({ victim }) => `/api/profiles/${victim.id}/return-notice`, touches: true },
  'DELETE /api/profiles/{id}/return-notice': { path: ({ victim }) => `/api/profiles/${victim.id}/return-notice`, touches: true },
  'POST /api/auth/token': own(),
  'POST /api/auth/step-up': own(password),
  'POST /api/auth/send-verification-email': own(() => ({})),
  'POST /api/auth/verify-email': own(() => ({ token: 'x'.repeat(43) })),
  'POST /api/auth/change-email': own(() => ({ newEmail: 'elsewhere@example.test' })),
  'POST /api/auth/change-email/resend': own(),
  'DELETE /api/auth/change-email': own(),
  'POST /api/auth/link-social': own(() => ({ provider: 'google' })),
  'POST /api/auth/two-factor/enable': own(password),
  'POST /api/auth/two-factor/get-totp-uri': own(password),
  'POST /api/auth/two-factor/generate-backup-codes': own(password),
  'POST /api/auth/two-factor/disable': own(password),
  'POST /api/auth/passkey/verify-registration': own(() => ({ response: {} })),
  'POST /api/stripe/create-checkout': own(),
  'POST /api/stripe/create-portal': own(),
  'POST /api/stripe/update-listing-tiers': own(() => ({ accountTier: 'premium' })),

  'POST /api/auth/link-accounts': id(() => '/api/auth/link-accounts', ofVictim, {
    body: ({ victim }) => ({ email: victim.email, currentUserId: victim.id }),
  }),
  'POST /api/auth/unlink-account': own(() => ({ providerId: 'google' })),
  'POST /api/auth/passkey/update-passkey': id(() => '/api/auth/passkey/update-passkey', ofVictim, {
    body: ({ ids }) => ({ id: ids.passkey, name: 'Mine now' }),
  }),
  'PATCH /api/listings/{id}': listing('', 'draft', { body: () => ({ description: 'changed' }) }),
  'POST /api/listings/{id}/photos': listing('/photos', 'draft', { body: () => photoForm('photos') }),
  'PUT /api/listings/{id}/photos': listing('/photos', 'draft', { body: ({ ids }) => ({ photoIds: [ids.photo] }) }),
  'GET /api/listings/{id}/history': listing('/history', 'draft'),
  'POST /api/listings/{id}/publish': listing('/publish', 'draft'),
  'POST /api/listings/{id}/pause': listing('/pause', 'active'),
  'POST /api/listings/{id}/resume': listing('/resume', 'paused'),
  'POST /api/listings/{id}/renew': listing('/renew', 'active'),
  'PUT /api/listings/import/{id}/rows/{n}': stock('/rows/1', { leaveOut: true }),
  'POST /api/listings/import/{id}/commit': stock('/commit', {}),
  'POST /api/listings/import/{id}/undo': stock('/undo'),
  'POST /api/price-rules': own(() => priceRule),
  'PUT /api/price-rules/{id}': rule('', priceRule),
  'POST /api/listings/bulk/{id}/commit': bulk('/commit'),
  'POST /api/listings/bulk/{id}/undo': bulk('/undo'),
  // After these: a preview takes the place of the one before it.
  'POST /api/price-rules/{id}/preview': rule('/preview'),
  'DELETE /api/price-rules/{id}': rule(),
  'PATCH /api/wanted/{id}': wanted('', { quantity: 2 }),
  'PATCH /api/want-lists/{id}': list('', { name: 'Other' }),
  'POST /api/want-lists/{id}/lines': list('/lines', { catalogueCardId: 'none' }),
  'PATCH /api/want-lists/{id}/lines/{n}': list('/lines/1', { quantity: 2 }),
  'POST /api/want-lists/{id}/import': id(
    ({ ids }) => `/api/want-lists/${ids.list}/import`,
    ({ victim }) => ({ ownerId: victim.id, isPublic: false }),
    { body: () => stockForm() },
  ),
  'PUT /api/want-lists/{id}/import/rows/{n}': list('/import/rows/1', { leaveOut: true }),
  'POST /api/want-lists/{id}/import/commit': list('/import/commit'),
  'PATCH /api/saved-searches/{id}': search({ frequency: 'daily' }),
  'POST /api/offers/{id}/clear': offer('/clear', 'offered', {}),
  'POST /api/offers/{id}/withdraw': offer('/withdraw', 'made', {}),
  'POST /api/offers/{id}/counter': offer('/counter', 'offered', { amount: { amount: 650, currency: 'USD' } }),
  'POST /api/offers/{id}/decline': offer('/decline', 'offeredToo', {}),
  'POST /api/offers/{id}/accept': offer('/accept', 'offeredLast', {}),
  'POST /api/threads/{id}/messages': thread('/messages', { text: 'Is it still there?' }),
  'POST /api/threads/{id}/photos': { ...thread('/photos'), body: () => photoForm('photos') },
  'POST /api/threads/{id}/read': thread('/read'),
  'DELETE /api/threads/{id}': thread(''),
  'DELETE /api/notifications/{id}': id(({ ids }) => `/api/notifications/${ids.notification}`, ofVictim),
  'POST /api/notifications/{id}/restore': id(({ ids }) => `/api/notifications/${ids.notification}/restore`, ofVictim),
  'POST /api/orders/{id}/read': order('/read', 'sold', {}),
  'POST /api/orders/{id}/ship': order('/ship', 'sold', { carrier: 'Post' }),
  'POST /api/orders/{id}/refund': order('/refund', 'sold', {}),
  'POST /api/orders/{id}/dispute': order('/dispute', 'shipped', { reason: 'damaged', text: 'It came torn.' }),
  'POST /api/orders/{id}/photos': { ...order('/photos', 'shipped'), body: () => photoForm('photos') },
  'POST /api/orders/{id}/settle': order('/settle', 'shipped', {}),
  'POST /api/orders/{id}/deliver': order('/deliver', 'shipped', {}),
  'POST /api/orders/{id}/review': order('/review', 'shipped', { rating: 4 }),
  'POST /api/reviews/{id}/reply': id(
    ({ ids }) => `/api/reviews/${ids.review}/reply`,
    ({ victim }) => ({ memberId: victim.id }),
    { body: () => ({ text: 'Thank you.' }) },
  ),
  'POST /api/orders/{id}/cancel': order('/cancel', 'bought', {}),
  'POST /api/stripe/cancel-subscription': id(
    () => '/api/stripe/cancel-subscription',
    ({ ids, victim }, sender) => ({ subscriptionId: ids.subscription, ownId: sender.id === victim.id ? ids.subscription : '' }),
    { body: ({ ids }) => ({ subscriptionId: ids.subscription }) },
  ),
  'POST /api/stripe/webhook': { body: () => ({ id: 'evt_forged', type: 'invoice.paid', data: { object: {} } }) },
  'GET /api/admin/members': {},
  'GET /api/admin/members/{id}': { path: ({ victim }) => `/api/admin/members/${victim.id}` },
  'GET /api/admin/audit': {},
  'GET /api/admin/listings/{id}': { path: ({ ids }) => `/api/admin/listings/${ids.active}` },
  'GET /api/admin/audit/chain': {},
  'GET /api/admin/health': {},
  'GET /api/admin/ads': {},
  'POST /api/admin/ads': {
    body: () => ({ text: 'A fair in May.', link: '/premium', from: '2026-01-01T00:00:00Z', to: '2036-01-01T00:00:00Z', weight: 1 }),
  },
  'GET /api/admin/ads/{id}': { path: ({ ids }) => `/api/admin/ads/${ids.ad}` },
  'PATCH /api/admin/ads/{id}': { path: ({ ids }) => `/api/admin/ads/${ids.ad}`, body: () => ({ weight: 2 }) },
  'POST /api/admin/ads/{id}/picture': { path: ({ ids }) => `/api/admin/ads/${ids.ad}/picture`, body: () => photoForm('photo') },
  'DELETE /api/admin/ads/{id}/picture': { path: ({ ids }) => `/api/admin/ads/${ids.ad}/picture` },
  'DELETE /api/admin/ads/{id}': { path: ({ ids }) => `/api/admin/ads/${ids.ad}` },
  'GET /api/admin/orders': {},
  'GET /api/admin/orders/{id}': { path: ({ ids }) => `/api/admin/orders/${ids.bought}` },
  'GET /api/admin/reviews/{id}': { path: ({ ids }) => `/api/admin/reviews/${ids.review}` },
  'POST /api/admin/reviews/{id}/hide': {
    path: ({ ids }) => `/api/admin/reviews/${ids.review}/hide`,
    body: () => ({ reason: 'It names an address.' }),
    thing: ({ victim }) => ({ authorId: 'another', memberId: victim.id }),
  },
  'DELETE /api/admin/reviews/{id}/hide': {
    path: ({ ids }) => `/api/admin/reviews/${ids.review}/hide`,
    thing: ({ victim }) => ({ authorId: 'another', memberId: victim.id }),
  },
  'GET /api/admin/jobs': {},
  'POST /api/admin/jobs/{id}/run': { path: ({ ids }) => `/api/admin/jobs/${ids.failedJob}/run` },
  'GET /api/market/fees': open(),
  'GET /api/market/texts': open(),
  'PUT /api/admin/market/fee': { body: () => ({ basisPoints: 0, fixed: 1 }) },
  'PUT /api/admin/market/texts/{name}': { path: () => '/api/admin/market/texts/contact', body: () => ({ text: 'A test of who may.' }) },
  'GET /api/admin/wanted/{id}': { path: ({ ids }) => `/api/admin/wanted/${ids.wanted}` },
  'POST /api/admin/wanted/{id}/hide': {
    path: ({ ids }) => `/api/admin/wanted/${ids.wanted}/hide`,
    body: () => ({ reason: 'A test of who may.' }),
    thing: ({ victim }) => ({ ownerId: victim.id }),
  },
  'DELETE /api/admin/wanted/{id}/hide': {
    path: ({ ids }) => `/api/admin/wanted/${ids.wanted}/hide`,
    thing: ({ victim }) => ({ ownerId: victim.id }),
  },
  'GET /api/admin/want-lists/{id}': { path: ({ ids }) => `/api/admin/want-lists/${ids.shownList}` },
  'POST /api/admin/want-lists/{id}/hide': {
    path: ({ ids }) => `/api/admin/want-lists/${ids.shownList}/hide`,
    body: () => ({ reason: 'A test of who may.' }),
    thing: ({ victim }) => ({ ownerId: victim.id }),
  },
  'DELETE /api/admin/want-lists/{id}/hide': {
    path: ({ ids }) => `/api/admin/want-lists/${ids.shownList}/hide`,
    thing: ({ victim }) => ({ ownerId: victim.id }),
  },
  'POST /api/admin/members/{id}/trader': {
    path: ({ stranger }) => `/api/admin/members/${stranger.id}/trader`,
    body: () => ({ reason: 'A test of who may.' }),
    thing: ({ stranger }) => ({ memberId: stranger.id }),
  },
  'DELETE /api/admin/members/{id}/trader': {
    path: ({ stranger }) => `/api/admin/members/${stranger.id}/trader`,
    thing: ({ stranger }) => ({ memberId: stranger.id }),
  },
  'POST /api/admin/listings/{id}/hide': {
    path: ({ ids }) => `/api/admin/listings/${ids.active}/hide`,
    body: () => ({ why: 'reported', reason: 'A test of who may.' }),
  },
  'DELETE /api/admin/listings/{id}/hide': { path: ({ ids }) => `/api/admin/listings/${ids.active}/hide` },
  'POST /api/admin/orders/{id}/refunds/{refundId}/retry': { path: ({ ids }) => `/api/admin/orders/${ids.sold}/refunds/${ids.failedRefund}/retry` },
  'POST /api/admin/orders/{id}/chargebacks/{chargebackId}/evidence': {
    path: ({ ids }) => `/api/admin/orders/${ids.sold}/chargebacks/${ids.chargeback}/evidence`,
    body: () => ({ statement: 'It was sent.' }),
  },
  'POST /api/admin/members/{id}/account': {
    path: ({ victim }) => `/api/admin/members/${victim.id}/account`,
    body: () => ({ reason: 'A test of who may.' }),
  },
  'POST /api/admin/members/{id}/email': { path: ({ victim }) => `/api/admin/members/${victim.id}/email` },
  'POST /api/admin/orders/{id}/decision': {
    path: ({ ids }) => `/api/admin/orders/${ids.reported}/decision`,
    body: () => ({ decision: 'close', reason: 'Both sides were heard.' }),
  },
  'POST /api/admin/orders/{id}/attention/clear': {
    path: ({ ids }) => `/api/admin/orders/${ids.reported}/attention/clear`,
    body: () => ({ reason: 'Looked at Stripe.' }),
  },
  'GET /api/admin/reports': {},
  'GET /api/admin/reports/{id}': { path: ({ ids }) => `/api/admin/reports/${ids.toldOf}` },
  'POST /api/admin/reports/{id}/claim': { path: ({ ids }) => `/api/admin/reports/${ids.toldOf}/claim` },
  'POST /api/admin/reports/{id}/answer': {
    path: ({ ids }) => `/api/admin/reports/${ids.toldOf}/answer`,
    body: () => ({ decision: 'dismissed', toReporter: 'A test of who may.' }),
  },
  'POST /api/admin/reports/{id}/notes': { path: ({ ids }) => `/api/admin/reports/${ids.given}/notes`, body: () => ({ text: 'A test of who may.' }) },
  'GET /api/admin/reports/{id}/texts': { path: ({ ids }) => `/api/admin/reports/${ids.given}/texts` },
  'GET /api/admin/texts': {},
  'POST /api/admin/texts': { body: () => ({ name: 'A test', reader: 'reporter', text: 'A test of who may.' }) },
  'PATCH /api/admin/texts/{id}': { path: ({ ids }) => `/api/admin/texts/${ids.text}`, body: () => ({ text: 'Another test.' }) },
  'DELETE /api/admin/texts/{id}': { path: ({ ids }) => `/api/admin/texts/${ids.text}` },
  'GET /api/admin/appeals': {},
  'GET /api/admin/appeals/{id}': { path: ({ ids }) => `/api/admin/appeals/${ids.appealed}` },
  'POST /api/admin/appeals/{id}/notes': {
    path: ({ ids }) => `/api/admin/appeals/${ids.appealed}/notes`,
    body: () => ({ text: 'A test of who may.' }),
  },
  'POST /api/admin/appeals/{id}/answer': {
    path: ({ ids }) => `/api/admin/appeals/${ids.appealed}/answer`,
    body: () => ({ outcome: 'upheld', answer: 'A test of who may.' }),
  },
  'POST /api/admin/members/{id}/warnings': {
    path: ({ stranger }) => `/api/admin/members/${stranger.id}/warnings`,
    body: () => ({ rule: 'honest', reason: 'A test of who may.' }),
  },
  'POST /api/admin/members/{id}/limit': {
    path: () => '/api/admin/members/third_party/limit',
    body: () => ({ rule: 'honest', reason: 'A test of who may.', days: 1 }),
  },
  'DELETE /api/admin/members/{id}/limit': { path: () => '/api/admin/members/third_party/limit' },
  'GET /api/rulings': own(),
  'GET /api/rulings/{id}': id(
    ({ ids }) => `/api/rulings/${ids.ruling}`,
    ({ victim }) => ({ memberId: victim.id }),
  ),
  'POST /api/rulings/{id}/appeal': id(
    ({ ids }) => `/api/rulings/${ids.ruling}/appeal`,
    ({ victim }) => ({ memberId: victim.id }),
    { body: () => ({ text: 'A test of who may.' }) },
  ),
  'DELETE /api/admin/reports/{id}/claim': { path: ({ ids }) => `/api/admin/reports/${ids.given}/claim` },
  'POST /api/admin/members/{id}/sessions/end': {
    path: () => '/api/admin/members/third_party/sessions/end',
    body: () => ({ reason: 'A session was stolen.' }),
  },
  'POST /api/admin/members/{id}/subscription/sync': {
    path: ({ victim }) => `/api/admin/members/${victim.id}/subscription/sync`,
  },
  'POST /api/admin/members/{id}/factors/reset': {
    path: () => '/api/admin/members/third_party/factors/reset',
    body: () => ({ reason: 'Lost the phone.' }),
  },
  'POST /api/admin/members/{id}/premium': {
    path: ({ stranger }) => `/api/admin/members/${stranger.id}/premium`,
    body: () => ({}),
  },
  'POST /api/admin/members/{id}/suspension': {
    path: () => '/api/admin/members/third_party/suspension',
    body: () => ({ reason: 'Sold what never existed.' }),
  },
  'DELETE /api/admin/members/{id}/suspension': { path: () => '/api/admin/members/third_party/suspension' },
  'DELETE /api/admin/members/{id}/premium': { path: ({ stranger }) => `/api/admin/members/${stranger.id}/premium` },

  'DELETE /api/favorites/{listingId}': { path: ({ ids }) => `/api/favorites/${ids.favorite}` },
  'DELETE /api/listings/{id}/photos/{photoId}': id(
    ({ ids }) => `/api/listings/${ids.draft}/photos/${ids.photo}`,
    ({ victim }) => ({ sellerId: victim.id, publishedAt: null }),
  ),
  'DELETE /api/wanted/{id}': wanted(''),
  'DELETE /api/want-lists/{id}/import': list('/import'),
  'DELETE /api/want-lists/{id}/lines/{n}': list('/lines/1'),
  'DELETE /api/want-lists/{id}': list(''),
  'DELETE /api/saved-searches/{id}': search(),
  'DELETE /api/listings/{id}': listing('', 'doomed'),
  'DELETE /api/profile/avatar': own(),
  'POST /api/auth/passkey/delete-passkey': id(() => '/api/auth/passkey/delete-passkey', ofVictim, { body: ({ ids }) => ({ id: ids.passkey }) }),
  'POST /api/auth/change-password': own((_world, sender) => ({ currentPassword: sender.password, newPassword: 'another-horse-battery' })),
  'POST /api/auth/revoke-session': id(() => '/api/auth/revoke-session', ofVictim, { body: ({ ids }) => ({ id: ids.session }) }),
  'POST /api/auth/set-password': own(() => ({ newPassword: 'another-horse-battery' })),
  'POST /api/auth/revoke-other-sessions': own(),
  'POST /api/auth/sign-out': open(),
  'POST /api/users/delete-account': own(password),
};

/** The request of an operation as `sender` would send it. */
export function requestOf(name: string, world: World, sender: TestMember): { method: string; path: string; body?: unknown } {
  const [method = '', address = ''] = name.split(' ');
  const operation = operations[name];
  if (!operation) throw new Error(`${name} has no row`);
  const body = operation.body?.(world, sender);
  return { method, path: operation.path?.(world) ?? address, ...(body === undefined ? {} : { body }) };
}
