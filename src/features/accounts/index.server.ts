/** Face, server: what other rooms may ask of accounts. */

export { presentSubscription } from './accounts.present.server.ts';
export {
  findOwnProfile,
  findPublicProfile,
  findSellers,
  findViewer,
  getPublicProfile,
  isSuspended,
  storedTierOf,
  type Viewer,
} from './accounts.queries.server.ts';
export type { PublicProfile, Seller, Theme, Tier } from './contract.ts';
export { type GuardQuestion, guardPage } from './guard.rules.ts';
export { countSale, setRating, setStoredTier } from './profile-facts.server.ts';
export { type NewMember, type SignedUpMember, signUpMember } from './sign-up.server.ts';
export {
  findSubscriber,
  findSubscription,
  listSubscribers,
  lockSubscription,
  type SubscriptionRecord,
  saveSubscription,
  startSubscriptionRecord,
} from './subscription-record.server.ts';
export { updateProfile } from './update-profile.server.ts';
