/** Public API on the server: what other features may use of tiers. */
export { newestBill } from './billing/billing.server.ts';
export type { TierDefinition } from './contract.ts';
export { tierChanged, tierConfirmed } from './model/tier.events.ts';
export { readingsOf } from './model/tier.reasons.ts';
export { syncSubscription } from './subscription/converge-subscription.server.ts';
export { grantPremium, revokePremium } from './subscription/grant-premium.server.ts';
export { premiumStatus } from './subscription/premium-status.server.ts';
export { presentSubscription } from './subscription/subscription.present.server.ts';
export {
  findSubscription,
  noSubscription,
  type SubscriptionRecord,
} from './subscription/subscription-record.server.ts';
export { definitionOf, definitionsOf, tierOf } from './subscription/tier-of.server.ts';
