/**
 * Sentences with several uses; the ones that the specification fixes come from the kernel. One constant each, so that a
 * page bundles only those that it needs. Use them as `messages.…`.
 */
export {
  authMisconfigured,
  authNotStarted,
  emailInvalid,
  emailTaken,
  googleBlocked,
  googleCanceled,
  googleFailed,
  googleNoEmail,
  googleSameToDelete,
  linkFailed,
  networkError as network,
  noAccount,
  noToken,
  profileFailed,
  profileNotFound,
  tooManyAttempts,
  verificationCooldown,
  wrongCredentials,
} from '#kernel/specified-texts.ts';
export const demoPassword =
  'This password is printed in the demo market, so it opens nothing here. Choose another one with “Forgot your password?”.';
export const tooManySignUps = 'Too many accounts were created from your network. Please try again later.';
export const useGoogle = 'This email belongs to an account that signs in with Google. Please sign in with Google.';
export const googleStale =
  'Google says that you signed in there a while ago. Sign out of Google and in again, then confirm.';
export const googleUnverified =
  'Google has not confirmed the email address of that account. Confirm it with Google first, then try again.';
export const googleUsePassword =
  'This email already has an account with a password. Sign in with the password, then link Google under Settings, Security.';
export const googleEmailTaken = 'This email already belongs to an account that signs in with another Google account.';
export const googleLinkedElsewhere = 'That Google account already signs in to another account here.';
export const googleLinkedAlready = 'That Google account is linked to your account already.';
export const googleOther = 'That is not the Google account that signs in to your account here.';
export const lastWayIn = 'This is your only way to sign in, so it stays. Add another one first.';
export const usePasskey = 'This email belongs to an account that signs in with a passkey.';
export const passkeyUnknown = 'That passkey is not known here. It may have been removed from its account.';
export const passkeyRefused = 'That passkey could not be checked. Please try again.';
export const passkeyCopied =
  'This passkey was refused, because it looks like a copy. Its owner gets an email about it.';
export const passkeyTaken = 'That passkey belongs to an account already.';
export const passkeyCanceled =
  'No passkey was used: it was cancelled, took too long, or there is none for this market.';
export const passkeyUnsupported = 'This browser has no passkeys. Please sign in another way.';
export const passkeyHere = 'This device or password manager has a passkey for your account already.';
export const passkeyNoLock =
  'This device cannot keep a passkey: it needs a screen lock, such as a fingerprint or a PIN.';
export const passkeyWrongAddress = 'Passkeys do not work at this address.';
export const passkeyFailed = 'The browser could not use a passkey. Please try again.';
export const alreadyVerified = 'Your email address is confirmed already.';
export const emailUnverified =
  'Confirm your email address before you buy, sell, make an offer or write to somebody: open the link that we mailed you, or have it sent again.';
export const emailSame = 'That is your address already.';
export const emailChangeNone = 'No change of your email address is waiting.';
export const emailChangeCooldown = 'Please wait 5 minutes before requesting another confirmation email';
export const emailChangeOver = 'This change is over: it was made, cancelled or replaced by a newer one.';
export const emailChangeExpired = 'This link is older than a day. Begin the change anew under Settings, Security.';
export const emailChangeLinkUnknown = 'This link is not known. It may have been cut short on its way.';
export const emailChangeLinkUsed = 'This link has been used.';
export const tooManyEmailChanges = 'You can begin a few changes of your email address an hour. Please try again later.';
export const undoUnknown = 'This link is not known. It may have been cut short on its way.';
export const undoOver = 'This link has been used, or its 72 hours are over.';
export const undoNewAccount =
  'A new account uses this email by now. Sign in to it (“Forgot your password?” lets you in), delete it under Settings, Data, then open this link again.';
export const hasPassword = 'This account has a password already. Change it instead.';
/** ER-03: any error without its own sentence; an admin finds it by the code. */
export const verificationFailed = (code: string) =>
  `Failed to send verification email. Try again; if it stays, tell us this code: ${code}`;
export const tooManyVerifications =
  'Too many verification emails were sent today. Look in your spam folder, or try again tomorrow.';
export const continueUrlBad = 'The address to continue to is not an address.';
export const continueUrlMissing = 'The address to continue to is missing.';
export const continueUrlForeign = 'The address to continue to is not on this market.';
export const tooManyMails = 'Too many emails were asked for from your network. Please try again later.';
export const resetLinkOver = 'This link has been used or is too old. Ask for a new one.';
export const suspended =
  'This account is suspended. Write to the operator of this market if you think that is a mistake.';
export const wrongCode = 'That code is not right. Enter the one that your app shows now.';
export const usedCode = 'That code was used already. Wait for the next one.';
export const lateCode = 'That code has just run out. Type the next one that your app shows.';
export const earlyCode = 'That code came too early. Type the next one that your app shows.';
export const wrongRecoveryCode = 'That is none of your unused recovery codes.';
export const secondStepOver = 'This sign-in is over. Sign in again.';
export const secondStepFailed = 'Too many wrong codes. Sign in again.';
export const secondFactorOn = 'An authenticator app is set up already. Turn it off first to use another one.';
export const secondFactorOff = 'There is no authenticator app to do that with.';
export const setUpReplaced =
  'The set-up was begun anew in another tab or program, so the key that your app scanned is no longer good. Remove it from the app and scan the one that is shown now.';
export const enterCode = 'Enter the code of your authenticator app.';
