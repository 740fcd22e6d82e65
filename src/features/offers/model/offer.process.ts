/**
 * The life of an offer, as data. Guards, buttons, the API's verbs, timers, emails and the tests are derived from it.
 */
export const offerStatuses = ['pending', 'accepted', 'declined', 'countered', 'withdrawn', 'expired'] as const;
export type OfferStatus = (typeof offerStatuses)[number];

export const offerSides = ['buyer', 'seller'] as const;
export type OfferSide = (typeof offerSides)[number];

/**
 * Who moves one: `turn` is the side that it waits for, `maker` the side that made it; `timer` the app's clock, `rule`
 * the seller's rules on the listing, `market` the app, after a change of the listing or of a side.
 */
export const offerMovers = ['turn', 'maker', 'timer', 'rule', 'market'] as const;
export type OfferMover = (typeof offerMovers)[number];

export const offerVerbs = ['accept', 'decline', 'counter', 'withdraw', 'expire'] as const;
export type OfferVerb = (typeof offerVerbs)[number];

export interface OfferTransition {
  verb: OfferVerb;
  from: OfferStatus;
  to: OfferStatus;
  by: readonly OfferMover[];
}

export const offerTransitions: readonly OfferTransition[] = [
  { verb: 'accept', from: 'pending', to: 'accepted', by: ['turn', 'rule'] },
  { verb: 'decline', from: 'pending', to: 'declined', by: ['turn', 'rule', 'market'] },
  // A counter-offer is an offer of its own, made by the other side: it ends the one that it answers.
  { verb: 'counter', from: 'pending', to: 'countered', by: ['turn'] },
  { verb: 'withdraw', from: 'pending', to: 'withdrawn', by: ['maker', 'market'] },
  { verb: 'expire', from: 'pending', to: 'expired', by: ['timer'] },
];

/** What ends each wait: always a timer. */
export const offerWaits: Readonly<Partial<Record<OfferStatus, { verb: OfferVerb; by: OfferMover }>>> = {
  pending: { verb: 'expire', by: 'timer' },
};

/**
 * The state of an accepted offer's reservation, beside its status: the copy waits for its buyer (`open`), is in an
 * unpaid order (`claimed`), is paid for, or was not paid and is for sale again (`lapsed`).
 */
export const reservationStates = ['open', 'claimed', 'paid', 'lapsed'] as const;
export type ReservationState = (typeof reservationStates)[number];
export const reservationVerbs = ['claim', 'return', 'pay', 'lapse'] as const;
export type ReservationVerb = (typeof reservationVerbs)[number];
export type ReservationMover = 'buyer' | 'orders' | 'timer' | 'market';

export interface ReservationTransition {
  verb: ReservationVerb;
  from: readonly ReservationState[];
  to: ReservationState;
  by: readonly ReservationMover[];
}

export const reservationTransitions: readonly ReservationTransition[] = [
  { verb: 'claim', from: ['open'], to: 'claimed', by: ['buyer', 'orders'] },
  // Its order ended unpaid while there is still time: it may be ordered again.
  { verb: 'return', from: ['claimed'], to: 'open', by: ['orders'] },
  { verb: 'pay', from: ['claimed'], to: 'paid', by: ['orders'] },
  // Money that came after all, while the copy was still free.
  { verb: 'pay', from: ['lapsed'], to: 'paid', by: ['orders'] },
  { verb: 'lapse', from: ['open'], to: 'lapsed', by: ['timer', 'market'] },
  { verb: 'lapse', from: ['claimed'], to: 'lapsed', by: ['orders'] },
];

/** An open reservation ends by its timer, one in an order with the order's own hold. */
export const reservationWaits: Readonly<
  Partial<Record<ReservationState, { verb: ReservationVerb; by: ReservationMover }>>
> = {
  open: { verb: 'lapse', by: 'timer' },
  claimed: { verb: 'lapse', by: 'orders' },
};

export function findMove(verb: OfferVerb, by: OfferMover, from: OfferStatus): OfferTransition | undefined {
  return offerTransitions.find((edge) => edge.verb === verb && edge.from === from && edge.by.includes(by));
}

export function findReservationMove(
  verb: ReservationVerb,
  by: ReservationMover,
  from: ReservationState,
): ReservationTransition | undefined {
  return reservationTransitions.find((edge) => edge.verb === verb && edge.from.includes(from) && edge.by.includes(by));
}

/** Which of the two sides a verb belongs to, in an offer that this side made; null for what no person does. */
export function sideOf(verb: OfferVerb, madeBy: OfferSide): OfferSide | null {
  const movers = offerTransitions.filter((edge) => edge.verb === verb).flatMap(({ by }) => by);
  return movers.includes('turn') ? otherSide(madeBy) : movers.includes('maker') ? madeBy : null;
}

export function otherSide(side: OfferSide): OfferSide {
  return side === 'buyer' ? 'seller' : 'buyer';
}
