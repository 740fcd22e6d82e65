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
export { type GuardQuestion, guardPage } from './guard.rules.ts';
export { deletionMessages } from './leaving/deletion.rules.ts';
export { exportAccount } from './leaving/export.server.ts';
export { anonymiseMember, keepMember, type LeavingInput, lockLeaving, proofToLeave, proveLeaving } from './leaving/leave.server.ts';
export { addOperator, removeOperator } from './members/change-operators.server.ts';
export {
  getMember,
  listMembers,
  listNames,
  type MemberFacts,
  type MemberFilter,
  type MemberRow,
  readEmail,
} from './members/members.queries.server.ts';
export { answerForm, type FormAnswer, parseInput, text } from './page-form.server.ts';
export { countSale, setRating, setStoredTier } from './profile/profile-facts.server.ts';
export type { ReviewStatistics } from './profile/rating.rules.ts';
export { type TutorialFlags, tutorialFlags } from './profile/tutorial.rules.ts';
export { updateProfile } from './profile/update-profile.server.ts';
export { ownPath } from './redirect-record.ts';
export { checkOperatorFactor, operatorFactorCodes, requireOperatorFactor } from './second-factor/operator-factor.server.ts';
export { resetFactors } from './second-factor/reset-factors.server.ts';
export { type NewMember, type SignedUpMember, signUpMember } from './sign-up/sign-up.server.ts';
export { requireStepUp } from './step-up/step-up.server.ts';
export { confirmFirst } from './step-up/step-up-page.server.ts';
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
export { getAccount, restoreMember, suspendMember } from './suspension/suspend-member.server.ts';
