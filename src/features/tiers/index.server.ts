/** Face, server: what other rooms may ask of tiers. */
export { newestBill } from './billing.server.ts';
export type { TierDefinition } from './contract.ts';
export { syncSubscription } from './converge-subscription.server.ts';
export { grantPremium, revokePremium } from './grant-premium.server.ts';
export { premiumStatus } from './premium-status.server.ts';

export { presentSubscription } from './subscription.present.server.ts';
export { findSubscription, noSubscription, type SubscriptionRecord } from './subscription-record.server.ts';
export { tierChanged, tierConfirmed } from './tier.events.ts';
export { readingsOf } from './tier.reasons.ts';
export { definitionOf, definitionsOf, tierOf } from './tier-of.server.ts';
