import { notAllowed, notFound, type Refusal } from '#kernel/refusal.ts';
import { type Caller, definePolicy } from '#platform/policy/policy.ts';
import { type OrderMover, type OrderVerb, orderTransitions } from './order.process.ts';

/** The part of an order that the policy needs. `order.process.ts` decides by its state and time, under the lock. */
export interface PolicyOrder {
  buyerId: string;
  /** Null for a purchase, which has orders of several sellers. */
  sellerId: string | null;
}

export const unknownOrder = 'We couldn’t find this order.';
export const unknownPurchase = 'We couldn’t find this purchase.';

/** Which side of the order a member is on; null for all others, who get 404. */
export function sideIn({ buyerId, sellerId }: PolicyOrder, memberId: string | undefined): 'buyer' | 'seller' | null {
  return memberId === buyerId ? 'buyer' : memberId === sellerId ? 'seller' : null;
}

/** 403: what only the other side may do. */
export function notThisSide(by: OrderMover): Refusal {
  return notAllowed(
    by === 'buyer' ? 'Only the seller of this order can do that.' : 'Only the buyer of this order can do that.',
  );
}

const eitherSide = (caller: Caller, order: PolicyOrder): true | Refusal =>
  sideIn(order, caller?.id) !== null || notFound(unknownOrder);

const itsBuyer = (caller: Caller, { buyerId }: PolicyOrder): true | Refusal =>
  buyerId === caller?.id || notFound(unknownPurchase);

/** The sides that the process knows for a verb. */
const sidesOf = (verb: OrderVerb): OrderMover[] =>
  orderTransitions.filter((edge) => edge.verb === verb).flatMap(({ by }) => by);

const sideFor = (verb: OrderVerb) => (caller: Caller, order: PolicyOrder) => {
  const side = sideIn(order, caller?.id);
  if (side === null) return notFound(unknownOrder);
  return sidesOf(verb).includes(side) || notThisSide(side);
};

/** The actions of one of its sides. */
export type OrderAct =
  | 'read'
  | 'ship'
  | 'deliver'
  | 'cancel'
  | 'refund'
  | 'dispute'
  | 'settle'
  | 'ask for a decision'
  | 'request a cancellation'
  | 'settle a case'
  | 'withdraw'
  | 'show a problem';

export const orderPolicy = definePolicy('an order', {
  place: {
    needs: 'member',
    by: 'each member',
    at: ['POST /api/orders', 'page /checkout'],
    signIn: 'Sign in to buy.',
    verifiedEmail: true,
  },
  list: {
    needs: 'member',
    by: 'each member, of their own',
    at: ['GET /api/orders', 'GET /api/orders/export.csv', 'page /orders'],
  },
  see: {
    needs: 'member',
    by: 'its buyer and its seller; for all others there is none',
    at: ['GET /api/orders/{id}', 'page /orders/:id'],
    of: eitherSide,
  },
  'see a purchase': {
    needs: 'member',
    by: 'its buyer; for all others there is none',
    at: ['GET /api/purchases/{id}', 'GET /api/purchases/{id}/receipt.pdf', 'page /purchases/:id'],
    of: itsBuyer,
  },
  'cancel a purchase': { needs: 'member', by: 'its buyer', at: ['POST /api/purchases/{id}/cancel'], of: itsBuyer },
  print: {
    needs: 'member',
    by: 'a premium seller, of their own',
    at: ['GET /api/orders/papers'],
    tier: ['GET /api/orders/papers'],
  },
  read: { needs: 'member', by: 'its buyer and its seller', at: ['POST /api/orders/{id}/read'], of: eitherSide },
  ship: {
    needs: 'member',
    by: 'its seller',
    at: ['POST /api/orders/{id}/ship', 'page /dashboard/orders/ship'],
    of: sideFor('ship'),
  },
  deliver: { needs: 'member', by: 'its buyer', at: ['POST /api/orders/{id}/deliver'], of: sideFor('deliver') },
  cancel: {
    needs: 'member',
    by: 'its buyer or its seller, each in their time',
    at: ['POST /api/orders/{id}/cancel'],
    of: sideFor('cancel'),
  },
  refund: { needs: 'member', by: 'its seller', at: ['POST /api/orders/{id}/refund'], of: sideFor('refund') },
  dispute: { needs: 'member', by: 'its buyer', at: ['POST /api/orders/{id}/dispute'], of: sideFor('dispute') },
  'show a problem': {
    needs: 'member',
    by: 'its buyer, while the problem is open',
    at: ['POST /api/orders/{id}/photos', 'page /orders/:id/photos'],
    of: sideFor('dispute'),
  },
  'see a problem': {
    needs: 'member',
    by: 'its buyer and its seller',
    at: ['GET /api/orders/{id}/photos'],
    of: eitherSide,
  },
  settle: { needs: 'member', by: 'its buyer', at: ['POST /api/orders/{id}/settle'], of: sideFor('complete') },
  'request a cancellation': {
    needs: 'member',
    by: 'its buyer, until it is shipped',
    at: ['POST /api/orders/{id}/case/cancellation'],
    of: sideFor('dispute'),
  },
  withdraw: {
    needs: 'member',
    by: 'its buyer, from a trader’s sale',
    at: ['POST /api/orders/{id}/withdraw', 'page /withdraw'],
    of: sideFor('withdraw'),
  },
  'settle a case': {
    needs: 'member',
    by: 'its buyer and its seller, each in its turn',
    at: [
      'POST /api/orders/{id}/case/propose',
      'POST /api/orders/{id}/case/accept',
      'POST /api/orders/{id}/case/decline',
      'POST /api/orders/{id}/case/take-back',
      'POST /api/orders/{id}/case/send-return',
      'POST /api/orders/{id}/case/receive-return',
      'POST /api/orders/{id}/case/contest-return',
      'POST /api/orders/{id}/case/show-delivery',
      'POST /api/orders/{id}/case/contest-delivery',
    ],
    of: eitherSide,
  },
  'ask for a decision': {
    needs: 'member',
    by: 'its buyer and its seller, some days after the report',
    at: ['POST /api/orders/{id}/ask-decision'],
    of: eitherSide,
  },
});
