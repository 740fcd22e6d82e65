import { market } from '#app/server/features.server.ts';
import type { Refusal } from '#kernel/refusal.ts';
import type { TestMember } from '#testing/server.ts';
import { adminOperations } from './admin-operations.testing.ts';
import { memberReadings } from './member-readings.testing.ts';
import { openOperations } from './open-operations.testing.ts';
import {
  address,
  bulk,
  card,
  id,
  list,
  listing,
  type Operation,
  offer,
  ofVictim,
  open,
  order,
  own,
  password,
  priceRule,
  purchase,
  rule,
  search,
  shippingTable,
  stock,
  thread,
  wanted,
} from './operation.testing.ts';
import { photoForm, stockForm, type World } from './world.testing.ts';

/**
 * Who may use an operation, as the policies say:
 * - `open`: visitors as well as members.
 * - `own`: members, each for themselves; nothing in it names another member's thing.
 * - `owner`: it names a thing, and only whose thing it is may use it.
 * - `operator`: who runs the market.
 * - `signed`: another company's server, by its signature.
 */
export type Access = 'open' | 'own' | 'owner' | 'operator' | 'signed';

/** Undefined where no feature has a rule for it. */
export function accessOf(name: string): Access | undefined {
  const edge = market.edges.get(name);
  if (!edge) return undefined;
  if (edge.policy.noun === 'Stripe’s events') return 'signed';
  if (edge.rule.needs === 'operator') return 'operator';
  return edge.rule.needs === 'anybody' ? 'open' : operations[name]?.thing ? 'owner' : 'own';
}

/** What the operation's rule answers this sender about the victim's thing. */
export function answerOf(name: string, world: World, sender: TestMember, role: 'member' | 'admin'): true | Refusal {
  const edge = market.edges.get(name);
  if (!edge) throw new Error(`${name} has no rule`);
  return edge.policy.may({ id: sender.id, role }, edge.verb, operations[name]?.thing?.(world, sender));
}

/**
 * Every operation of the served OpenAPI document, in the order in which the tests run them: what ends something comes
 * late.
 */
export const operations: Readonly<Record<string, Operation>> = {
  ...openOperations,
  ...memberReadings,

  'PATCH /api/profile': own(() => ({ bio: 'changed' })),
  'POST /api/profile/complete': own(() => ({ username: 'another_name', location: 'Lyon' })),
  'POST /api/profile/avatar': own(() => photoForm('photo')),
  'POST /api/listings': own(() => card),
  'POST /api/listings/unfinished': own(),
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
  'POST /api/purchases': own(() => ({ mode: 'available' })),
  'POST /api/orders': { body: ({ ids }) => ({ listingId: ids.active }), touches: true },
  'POST /api/listings/{id}/offers': {
    path: ({ ids }) => `/api/listings/${ids.bargain}/offers`,
    body: () => ({ amount: { amount: 600, currency: 'USD' } }),
    touches: true,
  },
  // What belongs together is named by its seller: one's own is refused, and a single listing too.
  'POST /api/offers/basket': {
    body: ({ victim, ids }) => ({
      sellerId: victim.id,
      lines: [{ listingId: ids.bargain }],
      amount: { amount: 600, currency: 'USD' },
    }),
    touches: true,
  },
  'POST /api/listings/{id}/offers/watchers': listing('/offers/watchers', 'active', {
    body: () => ({ amount: { amount: 600, currency: 'USD' } }),
  }),
  'PUT /api/favorites/{listingId}': { path: ({ ids }) => `/api/favorites/${ids.active}`, touches: true },
  'PUT /api/notifications/preferences': own(() => ({ mails: { sales: false } })),
  // Members cannot write to themselves: the victim's own call goes to the stranger.
  'POST /api/threads': {
    body: ({ victim, stranger }, sender) => ({
      recipientId: (sender.id === victim.id ? stranger : victim).id,
      text: 'Hello.',
    }),
    touches: true,
  },
  'POST /api/members/{id}/report': {
    path: ({ victim }) => `/api/members/${victim.id}/report`,
    body: () => ({ reason: 'A test of who may.' }),
    touches: true,
  },
  'POST /api/reports': {
    body: ({ victim }) => ({ subject: { kind: 'member', id: victim.id }, reason: 'A test of who may.' }),
    touches: true,
  },
  'POST /api/catalogue/cards/{id}/reports': {
    path: () => '/api/catalogue/cards/none/reports',
    body: () => ({ field: 'name', note: 'A test of who may.' }),
  },
  'POST /api/members/{id}/block': {
    path: ({ victim }) => `/api/members/${victim.id}/block`,
    body: () => ({}),
    touches: true,
  },
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
  'GET /api/shipping': own(),
  'PUT /api/shipping': own(() => shippingTable),
  'GET /api/addresses': own(),
  'POST /api/addresses': own(() => ({ name: 'Me', line1: '1 Rue de Rivoli', city: 'Paris', country: 'FR' })),
  'PUT /api/profile/vacation': own(() => ({ from: '2020-01-01', to: '2020-01-05' })),
  'DELETE /api/profile/vacation': own(),
  'PUT /api/profiles/{id}/return-notice': {
    path: ({ victim }) => `/api/profiles/${victim.id}/return-notice`,
    touches: true,
  },
  'DELETE /api/profiles/{id}/return-notice': {
    path: ({ victim }) => `/api/profiles/${victim.id}/return-notice`,
    touches: true,
  },
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
  'POST /api/payouts/account/link': own(() => ({ country: 'DE' })),
  'PUT /api/payouts/tax-details': own(() => ({
    ...{ kind: 'company', companyName: 'A shop', registerNumber: 'HRB 1' },
    ...{ street: 'Markt 1', city: 'Bonn', country: 'DE', tin: '123456789', tinCountry: 'DE' },
  })),
  'POST /api/payouts/request': own(),
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
  'PATCH /api/addresses/{id}': address({ name: 'Another' }),
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
  'POST /api/orders/{id}/ask-decision': order('/ask-decision', 'shipped', {}),
  'POST /api/orders/{id}/case/propose': order('/case/propose', 'shipped', { version: 1, proposal: 'return' }),
  'POST /api/orders/{id}/case/take-back': order('/case/take-back', 'shipped', { version: 2 }),
  'POST /api/orders/{id}/case/accept': order('/case/accept', 'shipped', { version: 3 }),
  'POST /api/orders/{id}/case/decline': order('/case/decline', 'shipped', { version: 3 }),
  'POST /api/orders/{id}/case/send-return': order('/case/send-return', 'shipped', { carrier: 'DHL' }),
  'POST /api/orders/{id}/case/contest-return': order('/case/contest-return', 'sold', { reason: 'Empty parcel' }),
  'POST /api/orders/{id}/case/show-delivery': order('/case/show-delivery', 'sold', { version: 1 }),
  'POST /api/orders/{id}/case/contest-delivery': order('/case/contest-delivery', 'bought', { version: 1 }),
  'POST /api/orders/{id}/case/receive-return': order('/case/receive-return', 'sold', {}),
  'POST /api/orders/{id}/case/cancellation': order('/case/cancellation', 'bought', {}),
  'POST /api/orders/{id}/withdraw': order('/withdraw', 'bought', {}),
  'POST /api/orders/{id}/settle': order('/settle', 'shipped', {}),
  'POST /api/orders/{id}/deliver': order('/deliver', 'shipped', {}),
  'POST /api/orders/{id}/review': order('/review', 'shipped', { rating: 4 }),
  'POST /api/reviews/{id}/reply': id(
    ({ ids }) => `/api/reviews/${ids.review}/reply`,
    ({ victim }) => ({ memberId: victim.id }),
    { body: () => ({ text: 'Thank you.' }) },
  ),
  'POST /api/orders/{id}/cancel': order('/cancel', 'bought', {}),
  'POST /api/purchases/{id}/cancel': purchase('/cancel'),
  'POST /api/stripe/cancel-subscription': id(
    () => '/api/stripe/cancel-subscription',
    ({ ids, victim }, sender) => ({
      subscriptionId: ids.subscription,
      ownId: sender.id === victim.id ? ids.subscription : '',
    }),
    { body: ({ ids }) => ({ subscriptionId: ids.subscription }) },
  ),
  'POST /api/stripe/webhook': { body: () => ({ id: 'evt_forged', type: 'invoice.paid', data: { object: {} } }) },
  ...adminOperations,

  'DELETE /api/favorites/{listingId}': { path: ({ ids }) => `/api/favorites/${ids.favorite}` },
  'DELETE /api/listings/{id}/photos/{photoId}': id(
    ({ ids }) => `/api/listings/${ids.draft}/photos/${ids.photo}`,
    ({ victim }) => ({ sellerId: victim.id, publishedAt: null }),
  ),
  'DELETE /api/wanted/{id}': wanted(''),
  'DELETE /api/want-lists/{id}/import': list('/import'),
  'DELETE /api/want-lists/{id}/lines/{n}': list('/lines/1'),
  'DELETE /api/addresses/{id}': address(),
  'DELETE /api/want-lists/{id}': list(''),
  'DELETE /api/saved-searches/{id}': search(),
  'DELETE /api/listings/{id}': listing('', 'doomed'),
  'DELETE /api/profile/avatar': own(),
  'POST /api/auth/passkey/delete-passkey': id(() => '/api/auth/passkey/delete-passkey', ofVictim, {
    body: ({ ids }) => ({ id: ids.passkey }),
  }),
  'POST /api/auth/change-password': own((_world, sender) => ({
    currentPassword: sender.password,
    newPassword: 'another-horse-battery',
  })),
  'POST /api/auth/revoke-session': id(() => '/api/auth/revoke-session', ofVictim, {
    body: ({ ids }) => ({ id: ids.session }),
  }),
  'POST /api/auth/set-password': own(() => ({ newPassword: 'another-horse-battery' })),
  'POST /api/auth/revoke-other-sessions': own(),
  'POST /api/auth/sign-out': open(),
  'POST /api/users/delete-account': own(password),
};

/** The request of an operation as `sender` would send it. */
export function requestOf(
  name: string,
  world: World,
  sender: TestMember,
): { method: string; path: string; body?: unknown } {
  const [method = '', address = ''] = name.split(' ');
  const operation = operations[name];
  if (!operation) throw new Error(`${name} has no row`);
  const body = operation.body?.(world, sender);
  return { method, path: operation.path?.(world) ?? address, ...(body === undefined ? {} : { body }) };
}
