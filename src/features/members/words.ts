/** Public API, pure: values about members for browser and server. */
export { isEmail, maskEmail, normalizeEmail } from './model/email.rules.ts';
export { profileLimits, profileProblems } from './model/messages.ts';
export { factRules } from './profile/fact.rules.ts';
export {
  firstStepsKey,
  isOnboarded,
  type TutorialFlags,
  type TutorialKey,
  tutorialFlags,
  tutorialKeys,
  tutorialsAgain,
} from './profile/tutorial.rules.ts';
export { generateUsername, isReservedUsername, usernameProblem } from './profile/username.rules.ts';
export { endOfWait, isWithin, type Period } from './vacation/vacation.rules.ts';
