/** Public API on the server: what other features and pages may use of offers. */
export { acceptOffer } from './answer/accept-offer.server.ts';
export { clearOffer, counterOffer, declineOffer, withdrawOffer } from './answer/answer-offer.server.ts';
export { type AnswerTime, findAnswerTime } from './answer/answer-time.server.ts';
export {
  claimAgreement,
  listingsOfOffers,
  payAgreement,
  reclaimAgreement,
  reservedFor,
  reservedUntil,
  returnAgreement,
} from './answer/reservation.server.ts';
export { declineRest } from './end/end-offers.server.ts';
export { makeBasket } from './make/make-basket.server.ts';
export { makeOffer } from './make/make-offer.server.ts';
export { lastToWatchers } from './make/watchers.queries.server.ts';
export { ruleOfferLapsed } from './model/offer.events.ts';
export { nameIn } from './model/offer.rules.ts';
export { dearestPost } from './model/payable.rules.ts';
export { getOfferFor } from './queries/find-offer.server.ts';
export {
  findOffersFor,
  listOffersFor,
  offersInTalk,
  offersOn,
  offerTerms,
  ordersOfBaskets,
} from './queries/offers.queries.server.ts';
export { readOffers } from './queries/read-offers.server.ts';
export { findReservedCopies } from './queries/reserved-copies.server.ts';
export { listPayableOffers, listWaitingOffers } from './queries/waiting-offers.server.ts';
