/** Public API, server: sign-in methods, guards and the own account. */

export { deletionMessages, undoLifeMs } from './delete-account/deletion.rules.ts';
export { type LeavingInput, proofToLeave, proveLeaving } from './delete-account/erase-member.server.ts';
export { noteRows } from './delete-account/retained-rows.server.ts';
export {
  limitedSentence,
  limitMember,
  limitOf,
  requireUnlimited,
  unlimitMember,
} from './limitation/limit-member.server.ts';
export { guardPage } from './model/guard.rules.ts';
export { demoPassword } from './passwords/demo-password.ts';
export { ownPath } from './redirect/redirect-record.ts';
export {
  adminFactorCodes,
  checkAdminFactor,
  requireAdminFactor,
} from './second-factor/admin-factor.server.ts';
export { resetFactors } from './second-factor/reset-factors.server.ts';
export { signUpMember } from './sign-up/sign-up.server.ts';
export { requireVerifiedEmail, unverifiedSentence } from './sign-up/verified-email.server.ts';
export { stepUpCode } from './step-up/step-up.rules.ts';
export { requireStepUp } from './step-up/step-up.server.ts';
export { confirmFirst } from './step-up/step-up-page.server.ts';
export { restoreMember, suspendMember, suspensionSubject } from './suspension/suspend-member.server.ts';
