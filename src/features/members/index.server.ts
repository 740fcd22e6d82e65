/** Public API, server. */

export {
  findRecipient,
  isSuspended,
  type Recipient,
  saleBuyersOf,
  salesOf,
  statusOf,
  storedTierOf,
  storedTiersOf,
} from './account-status.queries.server.ts';
export type { Tier } from './contract.ts';
export { type Account, getAccount, listAdminIds } from './lookup/account.queries.server.ts';
export { addAdmin, removeAdmin } from './lookup/change-admins.server.ts';
export {
  countNewMembers,
  getMember,
  listMembers,
  listNames,
  type MemberFacts,
  type MemberRow,
  readEmail,
} from './lookup/lookup.queries.server.ts';
export {
  findMemberProfile,
  findPublicId,
  findPublicProfile,
  findViewer,
  getMemberProfile,
  getPublicProfile,
  isUsernameFree,
  type Viewer,
} from './members.queries.server.ts';
export {
  memberDeleted,
  memberEmailChanged,
  memberJoined,
  memberJoinedAgain,
  memberRestored,
  memberReturned,
  memberSuspended,
  vacationChanged,
} from './model/member.events.ts';
export { memberPolicy } from './model/member.policy.ts';
export { removeAvatar, setAvatar } from './profile/avatar.server.ts';
export { forgetProfile, lockMember, lockMembers, tryLockMember } from './profile/forget-profile.server.ts';
export {
  appendOwnAccountChanged,
  countSales,
  renewProfile,
  setFacts,
  setRating,
  setSellerKind,
  setStoredTier,
} from './profile/profile-facts.server.ts';
export { partQuery, readPart, receiveAvatar } from './profile/receive-avatar.server.ts';
export {
  readProfileForUndo,
  returnProfile,
  type StoredProfile,
} from './profile/return-profile.server.ts';
export {
  flagUntilComplete,
  lockVerificationSent,
  noteSignIn,
  noteVerificationSent,
  startProfile,
} from './profile/start-profile.server.ts';
export { completeProfile, updateProfile } from './profile/update-profile.server.ts';
export { emailTaken, explainTaken, usernameTaken } from './profile/username-registry.server.ts';
export {
  findLocations,
  findSellerBeside,
  findSellers,
  findSellersNamed,
  findSides,
  type SellerBeside,
} from './sellers.queries.server.ts';
export { isSuspendedSql } from './suspended.sql.ts';
export { endVacation } from './vacation/end-vacation.server.ts';
export { setVacation } from './vacation/set-vacation.server.ts';
export { findAway, listVacations } from './vacation/vacation.queries.server.ts';
