import { id, type Operation, open, own, shippingTable } from './operation.testing.ts';
import { photoForm } from './world.testing.ts';

/** What operators ask and do, and what members answer to it, in the order in which the tests run them. */
export const adminOperations: Readonly<Record<string, Operation>> = {
  'GET /api/admin/members': {},
  'GET /api/admin/members/{id}': { path: ({ victim }) => `/api/admin/members/${victim.id}` },
  'GET /api/admin/audit': {},
  'GET /api/admin/listings/{id}': { path: ({ ids }) => `/api/admin/listings/${ids.active}` },
  'GET /api/admin/audit/chain': {},
  'GET /api/admin/health': {},
  'GET /api/admin/ads': {},
  'POST /api/admin/ads': {
    body: () => ({
      text: 'A fair in May.',
      link: '/premium',
      from: '2026-01-01T00:00:00Z',
      to: '2036-01-01T00:00:00Z',
      weight: 1,
    }),
  },
  'GET /api/admin/ads/{id}': { path: ({ ids }) => `/api/admin/ads/${ids.ad}` },
  'PATCH /api/admin/ads/{id}': { path: ({ ids }) => `/api/admin/ads/${ids.ad}`, body: () => ({ weight: 2 }) },
  'POST /api/admin/ads/{id}/picture': {
    path: ({ ids }) => `/api/admin/ads/${ids.ad}/picture`,
    body: () => photoForm('photo'),
  },
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
  'GET /api/market/shipping': open(),
  'PUT /api/admin/market/shipping': {
    body: () => ({
      trackedFrom: 2_500,
      trackedFromForNew: 1_000,
      newUnderOrders: 10,
      lossBasisPoints: 200,
      lossFromParcels: 20,
      gramsPerCard: 2,
      gramsPerSlab: 151,
      transitHomeDays: 3,
      transitAbroadDays: 10,
      trackedWaitDays: 7,
      untrackedHomeDays: 14,
      untrackedAbroadDays: 21,
      untrackedCover: 0,
      fraudCover: 0,
    }),
  },
  'GET /api/admin/market/shipping-table': {},
  'PUT /api/admin/market/shipping-table': { body: () => shippingTable },
  'PUT /api/admin/market/fee': { body: () => ({ basisPoints: 0, fixed: 1 }) },
  'PUT /api/admin/market/texts/{name}': {
    path: () => '/api/admin/market/texts/contact',
    body: () => ({ text: 'A test of who may.' }),
  },
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
  'POST /api/admin/orders/{id}/refunds/{refundId}/retry': {
    path: ({ ids }) => `/api/admin/orders/${ids.sold}/refunds/${ids.failedRefund}/retry`,
  },
  'POST /api/admin/orders/{id}/chargebacks/{chargebackId}/evidence': {
    path: ({ ids }) => `/api/admin/orders/${ids.sold}/chargebacks/${ids.chargeback}/evidence`,
    body: () => ({ statement: 'It was sent.' }),
  },
  'GET /api/admin/orders/{id}/chargebacks/{chargebackId}/evidence.pdf': {
    path: ({ ids }) => `/api/admin/orders/${ids.sold}/chargebacks/${ids.chargeback}/evidence.pdf`,
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
  'POST /api/admin/reports/{id}/notes': {
    path: ({ ids }) => `/api/admin/reports/${ids.given}/notes`,
    body: () => ({ text: 'A test of who may.' }),
  },
  'GET /api/admin/reports/{id}/texts': { path: ({ ids }) => `/api/admin/reports/${ids.given}/texts` },
  'GET /api/admin/texts': {},
  'POST /api/admin/texts': { body: () => ({ name: 'A test', reader: 'reporter', text: 'A test of who may.' }) },
  'PATCH /api/admin/texts/{id}': {
    path: ({ ids }) => `/api/admin/texts/${ids.text}`,
    body: () => ({ text: 'Another test.' }),
  },
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
    ({ ids }) => `/api/rulings/${ids.decision}`,
    ({ victim }) => ({ memberId: victim.id }),
  ),
  'POST /api/rulings/{id}/appeal': id(
    ({ ids }) => `/api/rulings/${ids.decision}/appeal`,
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
  'GET /api/admin/invoices': {},
  'GET /api/admin/invoices/export.csv': {},
  'GET /api/admin/invoices/{id}/invoice.pdf': { path: ({ ids }) => `/api/admin/invoices/${ids.invoice}/invoice.pdf` },
  'GET /api/admin/money': {},
  'GET /api/admin/tax-report/{year}/report.csv': { path: () => '/api/admin/tax-report/2026/report.csv' },
  'GET /api/admin/tax-report/{year}/report.xml': {
    path: () => '/api/admin/tax-report/2026/report.xml?name=A&tin=B&street=C&postalCode=D&city=E',
  },
  'POST /api/admin/money/decisions': {
    body: () => ({ act: 'stop_payouts', reason: 'Sellers’ money is held.' }),
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
};
