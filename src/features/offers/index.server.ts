/** Face, server: what other rooms and pages may ask of offers. */
export { acceptOffer } from './accept-offer.server.ts';
export { clearOffer, counterOffer, declineOffer, withdrawOffer } from './answer-offer.server.ts';
export { type AnswerTime, findAnswerTime } from './answer-time.server.ts';
export { declineRest } from './end-offers.server.ts';
export { getOfferFor } from './find-offer.server.ts';
export { makeBasket } from './make-basket.server.ts';
export { makeOffer } from './make-offer.server.ts';
export { ruleOfferLapsed } from './offer.events.ts';
export { nameIn } from './offer.rules.ts';
export { findOffersFor, listOffersFor, offersInTalk, offersOn, offerTerms, ordersOfBaskets } from './offers.queries.server.ts';
export { dearestPost } from './payable.rules.ts';
export { readOffers } from './read-offers.server.ts';
export { claimAgreement, payAgreement, reclaimAgreement, reservedUntil, returnAgreement } from './reservation.server.ts';
export { listPayableOffers, listWaitingOffers } from './waiting-offers.server.ts';
export { lastToWatchers } from './watchers.queries.server.ts';
