import { notAllowed } from '#kernel/refusal.ts';
import { type Caller, definePolicy } from '#platform/policy/policy.ts';
import { adminRefusals } from './contract.ts';

/** A party to the order may not decide about it. */
const ofOthers = (caller: Caller, { buyerId, sellerId }: { buyerId: string; sellerId: string }) =>
  (caller?.id !== buyerId && caller?.id !== sellerId) || notAllowed('Another operator decides about your own orders.');

const notTheirs = (caller: Caller, { reporterId, reportedId }: { reporterId: string; reportedId: string }) =>
  (caller?.id !== reporterId && caller?.id !== reportedId) ||
  notAllowed('Another operator looks at what you reported, and at reports about you.');

const notAgainstThem = (caller: Caller, { memberId, reporterId }: { memberId: string; reporterId?: string | null }) =>
  caller?.id === memberId
    ? notAllowed('Another operator judges your own appeal.')
    : caller?.id !== reporterId || notAllowed('Another operator judges what became of your own report.');

/** The author and the subject of a review may not decide about it. */
const reviewOfOthers = (caller: Caller, { authorId, memberId }: { authorId: string; memberId: string }) =>
  (caller?.id !== authorId && caller?.id !== memberId) ||
  notAllowed('Another operator decides about reviews of yours and about you.');

/** The author of a wanted post may not decide about it. */
const wantedByOthers =
  (things: string) =>
  (caller: Caller, { ownerId }: { ownerId: string }) =>
    caller?.id !== ownerId || notAllowed(`Another operator decides about ${things} of yours.`);

/** In production an admin also needs a second factor, confirmed in this session (`checkOperatorFactor`). */
export const adminPolicy = definePolicy('the market', {
  'look at members': {
    needs: 'operator',
    by: 'an operator',
    at: [
      'GET /api/admin/members',
      'GET /api/admin/members/{id}',
      'page /admin',
      'page /admin/members/:id',
      'live operator',
    ],
  },
  'open an account': {
    needs: 'operator',
    by: 'an operator who names a case, and is recorded',
    at: ['POST /api/admin/members/{id}/account'],
  },
  'read an email': {
    needs: 'operator',
    by: 'an operator, who is recorded',
    at: ['POST /api/admin/members/{id}/email'],
  },
  'read a subscription again': {
    needs: 'operator',
    by: 'an operator',
    at: ['POST /api/admin/members/{id}/subscription/sync'],
  },
  'reset second factors': {
    needs: 'operator',
    by: 'an operator, but not of an operator',
    at: ['POST /api/admin/members/{id}/factors/reset'],
    stepUp: 'always',
    of: (_caller, { role }: { role: 'member' | 'admin' }) =>
      role !== 'admin' ||
      notAllowed(
        'An operator’s second factors are reset on the command line: npm run admin -- member reset-factors NAME.',
        adminRefusals.isOperator,
      ),
  },
  'look at a listing': {
    needs: 'operator',
    by: 'an operator',
    at: ['GET /api/admin/listings/{id}', 'page /admin/listings/:id', 'page /admin/certificates'],
  },
  'stop or release a listing': {
    needs: 'operator',
    by: 'an operator',
    at: ['POST /api/admin/listings/{id}/hide', 'DELETE /api/admin/listings/{id}/hide'],
  },
  'look at a review': {
    needs: 'operator',
    by: 'an operator',
    at: ['GET /api/admin/reviews/{id}', 'page /admin/reviews/:id'],
  },
  'hide or show a review': {
    needs: 'operator',
    by: 'an operator who neither wrote it nor is reviewed in it',
    at: ['POST /api/admin/reviews/{id}/hide', 'DELETE /api/admin/reviews/{id}/hide'],
    of: reviewOfOthers,
  },
  'look at a wanted post': {
    needs: 'operator',
    by: 'an operator',
    at: ['GET /api/admin/wanted/{id}', 'page /admin/wanted/:id'],
  },
  'hide or show a wanted post': {
    needs: 'operator',
    by: 'an operator whose it is not',
    at: ['POST /api/admin/wanted/{id}/hide', 'DELETE /api/admin/wanted/{id}/hide'],
    of: wantedByOthers('wanted posts'),
  },
  'look at a want list': {
    needs: 'operator',
    by: 'an operator',
    at: ['GET /api/admin/want-lists/{id}', 'page /admin/want-lists/:id'],
  },
  'hide or show a want list': {
    needs: 'operator',
    by: 'an operator whose it is not',
    at: ['POST /api/admin/want-lists/{id}/hide', 'DELETE /api/admin/want-lists/{id}/hide'],
    of: wantedByOthers('want lists'),
  },
  'end a member’s sessions': {
    needs: 'operator',
    by: 'an operator',
    at: ['POST /api/admin/members/{id}/sessions/end'],
    stepUp: 'always',
  },
  'look at orders': {
    needs: 'operator',
    by: 'an operator',
    at: ['GET /api/admin/orders', 'GET /api/admin/orders/{id}', 'page /admin/orders', 'page /admin/orders/:id'],
  },
  'decide a reported problem': {
    needs: 'operator',
    by: 'an operator who neither bought nor sold it',
    at: ['POST /api/admin/orders/{id}/decision'],
    of: ofOthers,
  },
  'let an order go on': {
    needs: 'operator',
    by: 'an operator who neither bought nor sold it',
    at: ['POST /api/admin/orders/{id}/attention/clear'],
    of: ofOthers,
  },
  'send a failed refund again': {
    needs: 'operator',
    by: 'an operator who neither bought nor sold it',
    at: ['POST /api/admin/orders/{id}/refunds/{refundId}/retry'],
    of: ofOthers,
  },
  'answer a bank': {
    needs: 'operator',
    by: 'an operator who neither bought nor sold it',
    at: ['POST /api/admin/orders/{id}/chargebacks/{chargebackId}/evidence'],
    of: ofOthers,
  },
  'look at reports': {
    needs: 'operator',
    by: 'an operator, but those of their own and about them; what the two wrote, only who has taken it',
    at: ['GET /api/admin/reports', 'GET /api/admin/reports/{id}', 'page /admin/reports', 'page /admin/reports/:id'],
    of: notTheirs,
  },
  'answer a report': {
    needs: 'operator',
    by: 'an operator who neither reported nor was reported, and has taken it',
    at: [
      'POST /api/admin/reports/{id}/claim',
      'DELETE /api/admin/reports/{id}/claim',
      'POST /api/admin/reports/{id}/answer',
    ],
    of: notTheirs,
  },
  'warn or limit a member': {
    needs: 'operator',
    by: 'an operator, but not an operator',
    at: [
      'POST /api/admin/members/{id}/warnings',
      'POST /api/admin/members/{id}/limit',
      'DELETE /api/admin/members/{id}/limit',
    ],
  },
  'note on a report': {
    needs: 'operator',
    by: 'an operator who neither reported nor was reported; operators alone read it',
    at: ['POST /api/admin/reports/{id}/notes', 'GET /api/admin/reports/{id}/texts'],
    of: notTheirs,
  },
  'write texts': {
    needs: 'operator',
    by: 'an operator, who is recorded',
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
    by: 'an operator, but those of their own and of what they reported',
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
    by: 'an operator against whom it is not and who did not report it, and who did not decide first wherever there is another',
    at: ['POST /api/admin/appeals/{id}/answer'],
    of: notAgainstThem,
  },
  'write ads': {
    needs: 'operator',
    by: 'an operator, who is recorded',
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
  'set the market’s terms': { needs: 'operator', by: 'an operator, who is recorded', at: ['page /admin/market'] },
  'look at failed jobs': {
    needs: 'operator',
    by: 'an operator; who has one run again is recorded',
    at: ['GET /api/admin/jobs', 'POST /api/admin/jobs/{id}/run', 'page /admin/jobs'],
  },
  'look at the market’s health': {
    needs: 'operator',
    by: 'an operator',
    at: ['GET /api/admin/health', 'page /admin/health'],
  },
  'read the audit log': {
    needs: 'operator',
    by: 'an operator',
    at: ['GET /api/admin/audit', 'GET /api/admin/audit/chain', 'page /admin/audit'],
  },
});
