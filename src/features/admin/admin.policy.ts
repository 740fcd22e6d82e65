import { notAllowed } from '#kernel/refusal.ts';
import { type Caller, definePolicy } from '#platform/policy/policy.ts';
import { adminRefusals } from './contract.ts';

/** A party to the order may not decide about it. */
const ofOthers = (caller: Caller, { buyerId, sellerId }: { buyerId: string; sellerId: string }) =>
  (caller?.id !== buyerId && caller?.id !== sellerId) ||
  notAllowed('This is your own order. Another admin must handle it.');

const notTheirs = (caller: Caller, { reporterId, reportedId }: { reporterId: string; reportedId: string }) =>
  (caller?.id !== reporterId && caller?.id !== reportedId) ||
  notAllowed('Another admin must handle reports by you or about you.');

const notAgainstThem = (caller: Caller, { memberId, reporterId }: { memberId: string; reporterId?: string | null }) =>
  caller?.id === memberId
    ? notAllowed('Another admin must decide your own appeal.')
    : caller?.id !== reporterId ||
      notAllowed('You made the report behind this decision. Another admin must decide the appeal.');

/** The author and the subject of a review may not decide about it. */
const reviewOfOthers = (caller: Caller, { authorId, memberId }: { authorId: string; memberId: string }) =>
  (caller?.id !== authorId && caller?.id !== memberId) ||
  notAllowed('Another admin must handle reviews by you or about you.');

/** The author of a wanted post may not decide about it. */
const wantedByOthers =
  (refusal: string) =>
  (caller: Caller, { ownerId }: { ownerId: string }) =>
    caller?.id !== ownerId || notAllowed(refusal);

/** In production an admin also needs a second factor, confirmed in this session (`checkOperatorFactor`). */
export const adminPolicy = definePolicy('the market', {
  'look at the overview': {
    needs: 'operator',
    by: 'an admin',
    at: ['page /admin'],
  },
  'look at the money': {
    needs: 'operator',
    by: 'an admin',
    at: ['GET /api/admin/money', 'page /admin/money'],
  },
  'decide about the money': {
    needs: 'operator',
    by: 'an admin, except about their own orders and debts; recorded in the audit log',
    at: ['POST /api/admin/money/decisions'],
    of: ofOthers,
    stepUp: 'always',
  },
  'look at invoices': {
    needs: 'operator',
    by: 'an admin',
    at: [
      'GET /api/admin/invoices',
      'GET /api/admin/invoices/export.csv',
      'GET /api/admin/invoices/{id}/invoice.pdf',
      'page /admin/invoices',
    ],
  },
  'read the tax report': {
    needs: 'operator',
    by: 'an admin; recorded in the audit log',
    at: [
      'GET /api/admin/tax-report/{year}/report.csv',
      'GET /api/admin/tax-report/{year}/report.xml',
      'page /admin/invoices/tax-report',
    ],
    stepUp: 'always',
  },
  'look at members': {
    needs: 'operator',
    by: 'an admin',
    at: [
      'GET /api/admin/members',
      'GET /api/admin/members/{id}',
      'page /admin/members',
      'page /admin/members/:id',
      'live operator',
    ],
  },
  'open an account': {
    needs: 'operator',
    by: 'an admin, who enters a case; recorded in the audit log',
    at: ['POST /api/admin/members/{id}/account'],
  },
  'read an email': {
    needs: 'operator',
    by: 'an admin; recorded in the audit log',
    at: ['POST /api/admin/members/{id}/email'],
  },
  'read a subscription again': {
    needs: 'operator',
    by: 'an admin',
    at: ['POST /api/admin/members/{id}/subscription/sync'],
  },
  'reset second factors': {
    needs: 'operator',
    by: 'an admin, for members who aren’t admins',
    at: ['POST /api/admin/members/{id}/factors/reset'],
    stepUp: 'always',
    of: (_caller, { role }: { role: 'member' | 'admin' }) =>
      role !== 'admin' ||
      notAllowed(
        'Two-step verification of an admin can only be reset on the command line: npm run admin -- member reset-factors NAME.',
        adminRefusals.isOperator,
      ),
  },
  'look at a listing': {
    needs: 'operator',
    by: 'an admin',
    at: ['GET /api/admin/listings/{id}', 'page /admin/listings/:id', 'page /admin/content', 'page /admin/certificates'],
  },
  'stop or release a listing': {
    needs: 'operator',
    by: 'an admin',
    at: ['POST /api/admin/listings/{id}/hide', 'DELETE /api/admin/listings/{id}/hide'],
  },
  'look at a review': {
    needs: 'operator',
    by: 'an admin',
    at: ['GET /api/admin/reviews/{id}', 'page /admin/reviews/:id'],
  },
  'hide or show a review': {
    needs: 'operator',
    by: 'an admin who is neither its author nor its subject',
    at: ['POST /api/admin/reviews/{id}/hide', 'DELETE /api/admin/reviews/{id}/hide'],
    of: reviewOfOthers,
  },
  'look at a wanted post': {
    needs: 'operator',
    by: 'an admin',
    at: ['GET /api/admin/wanted/{id}', 'page /admin/wanted/:id'],
  },
  'hide or show a wanted post': {
    needs: 'operator',
    by: 'an admin who isn’t its owner',
    at: ['POST /api/admin/wanted/{id}/hide', 'DELETE /api/admin/wanted/{id}/hide'],
    of: wantedByOthers('Another admin must handle your own wanted posts.'),
  },
  'look at a want list': {
    needs: 'operator',
    by: 'an admin',
    at: ['GET /api/admin/want-lists/{id}', 'page /admin/want-lists/:id'],
  },
  'hide or show a want list': {
    needs: 'operator',
    by: 'an admin who isn’t its owner',
    at: ['POST /api/admin/want-lists/{id}/hide', 'DELETE /api/admin/want-lists/{id}/hide'],
    of: wantedByOthers('Another admin must handle your own want lists.'),
  },
  'end a member’s sessions': {
    needs: 'operator',
    by: 'an admin',
    at: ['POST /api/admin/members/{id}/sessions/end'],
    stepUp: 'always',
  },
  'look at orders': {
    needs: 'operator',
    by: 'an admin',
    at: ['GET /api/admin/orders', 'GET /api/admin/orders/{id}', 'page /admin/orders', 'page /admin/orders/:id'],
  },
  'decide a reported problem': {
    needs: 'operator',
    by: 'an admin who is neither buyer nor seller',
    at: ['POST /api/admin/orders/{id}/decision'],
    of: ofOthers,
  },
  'let an order go on': {
    needs: 'operator',
    by: 'an admin who is neither buyer nor seller',
    at: ['POST /api/admin/orders/{id}/attention/clear'],
    of: ofOthers,
  },
  'send a failed refund again': {
    needs: 'operator',
    by: 'an admin who is neither buyer nor seller',
    at: ['POST /api/admin/orders/{id}/refunds/{refundId}/retry'],
    of: ofOthers,
  },
  'answer a bank': {
    needs: 'operator',
    by: 'an admin who is neither buyer nor seller',
    at: [
      'POST /api/admin/orders/{id}/chargebacks/{chargebackId}/evidence',
      'GET /api/admin/orders/{id}/chargebacks/{chargebackId}/evidence.pdf',
    ],
    of: ofOthers,
  },
  'look at reports': {
    needs: 'operator',
    by: 'an admin, except reports by or about them; messages only the assigned admin',
    at: ['GET /api/admin/reports', 'GET /api/admin/reports/{id}', 'page /admin/reports', 'page /admin/reports/:id'],
    of: notTheirs,
  },
  'answer a report': {
    needs: 'operator',
    by: 'an admin who neither reported nor was reported; the decision only the assigned admin',
    at: [
      'POST /api/admin/reports/{id}/claim',
      'DELETE /api/admin/reports/{id}/claim',
      'POST /api/admin/reports/{id}/answer',
    ],
    of: notTheirs,
  },
  'warn or limit a member': {
    needs: 'operator',
    by: 'an admin, for members who aren’t admins',
    at: [
      'POST /api/admin/members/{id}/warnings',
      'POST /api/admin/members/{id}/limit',
      'DELETE /api/admin/members/{id}/limit',
    ],
  },
  'note on a report': {
    needs: 'operator',
    by: 'an admin who neither reported nor was reported; only admins see notes',
    at: ['POST /api/admin/reports/{id}/notes', 'GET /api/admin/reports/{id}/texts'],
    of: notTheirs,
  },
  'write texts': {
    needs: 'operator',
    by: 'an admin; recorded in the audit log',
    at: [
      'GET /api/admin/texts',
      'POST /api/admin/texts',
      'PATCH /api/admin/texts/{id}',
      'DELETE /api/admin/texts/{id}',
      'page /admin/texts',
    ],
  },
  'look at appeals': {
    needs: 'operator',
    by: 'an admin, except appeals by them or about their reports',
    at: [
      'GET /api/admin/appeals',
      'GET /api/admin/appeals/{id}',
      'POST /api/admin/appeals/{id}/notes',
      'page /admin/appeals',
      'page /admin/appeals/:id',
    ],
    of: notAgainstThem,
  },
  'answer an appeal': {
    needs: 'operator',
    by: 'an admin who neither appealed nor reported; if there is another admin, not the one who decided first',
    at: ['POST /api/admin/appeals/{id}/answer'],
    of: notAgainstThem,
  },
  'write ads': {
    needs: 'operator',
    by: 'an admin; recorded in the audit log',
    at: [
      'GET /api/admin/ads',
      'POST /api/admin/ads',
      'GET /api/admin/ads/{id}',
      'PATCH /api/admin/ads/{id}',
      'DELETE /api/admin/ads/{id}',
      'POST /api/admin/ads/{id}/picture',
      'DELETE /api/admin/ads/{id}/picture',
      'page /admin/ads',
      'page /admin/ads/new',
      'page /admin/ads/:id',
      'page /admin/ads/:id/picture',
    ],
  },
  'set the market’s terms': {
    needs: 'operator',
    by: 'an admin; recorded in the audit log',
    at: ['page /admin/market'],
  },
  'set the market’s shipping': {
    needs: 'operator',
    by: 'an admin; recorded in the audit log',
    at: ['page /admin/shipping'],
  },
  'correct a card': {
    needs: 'operator',
    by: 'an admin; recorded in the audit log',
    at: ['page /admin/cards/:id', 'page /admin/card-reports'],
  },
  'set the brand and the announcement': {
    needs: 'operator',
    by: 'an admin; recorded in the audit log',
    at: ['page /admin/site', 'page /admin/site/logo'],
    stepUp: 'always',
  },
  'see the logo': { needs: 'anybody', by: 'anybody', at: ['GET /brand/logo.png'] },
  'look at failed jobs': {
    needs: 'operator',
    by: 'an admin; running a job again is recorded in the audit log',
    at: ['GET /api/admin/jobs', 'POST /api/admin/jobs/{id}/run', 'page /admin/jobs'],
  },
  'look at the market’s health': {
    needs: 'operator',
    by: 'an admin',
    at: ['GET /api/admin/health', 'page /admin/health'],
  },
  'read the audit log': {
    needs: 'operator',
    by: 'an admin',
    at: ['GET /api/admin/audit', 'GET /api/admin/audit/chain', 'page /admin/audit'],
  },
});
