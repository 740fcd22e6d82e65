/** Face, server: what other rooms may ask of accounts. */

export { accountsData } from './accounts.data.ts';
export {
  findOwnProfile,
  findPublicProfile,
  findSellers,
  findViewer,
  getOwnProfile,
  getPublicProfile,
  isSuspended,
  storedTierOf,
  type Viewer,
} from './accounts.queries.server.ts';
export type { PublicProfile, Seller, Theme, Tier } from './contract.ts';
export { deletionMessages } from './deletion.rules.ts';
export { exportAccount } from './export.server.ts';
export { type GuardQuestion, guardPage } from './guard.rules.ts';
export { anonymiseMember, keepMember, type LeavingInput, lockLeaving, proofToLeave, proveLeaving } from './leave.server.ts';
export { requireOperatorFactor } from './operator-factor.server.ts';
export { countSale, setRating, setStoredTier } from './profile-facts.server.ts';
export type { ReviewStatistics } from './rating.rules.ts';
export { ownPath } from './redirect-record.ts';
export { resetFactors } from './reset-factors.server.ts';
export { type NewMember, type SignedUpMember, signUpMember } from './sign-up.server.ts';
export {
  deleteSubscription,
  findSubscriber,
  findSubscription,
  listSubscribers,
  lockSubscription,
  noSubscription,
  type SubscriptionRecord,
  saveSubscription,
  startSubscriptionRecord,
} from './subscription-record.server.ts';
export { getAccount, restoreMember, suspendMember } from './suspend-member.server.ts';
export { type TutorialFlags, tutorialFlags } from './tutorial.rules.ts';
export { updateProfile } from './update-profile.server.ts';
