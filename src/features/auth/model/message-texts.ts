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
  'This password is public, because the demo site uses it. Choose another one with “Forgot your password?”.';
export const tooManySignUps = 'Too many accounts were created from your network. Try again in an hour.';
export const useGoogle = 'This email belongs to an account that uses Google. Sign in with Google.';
export const googleStale =
  'You signed in to Google too long ago. Sign out of Google and sign in again, then try again.';
export const googleUnverified =
  'Google hasn’t confirmed the email address of this account. Confirm it with Google, then try again.';
export const googleUsePassword =
  'This email belongs to an account with a password. Sign in with the password, then link Google under Settings, Security.';
export const googleEmailTaken =
  'This email belongs to an account that uses another Google account. Sign in with that Google account.';
export const googleLinkedElsewhere = 'This Google account is already linked to another account here.';
export const googleLinkedAlready = 'This Google account is already linked to your account.';
export const googleOther = 'This Google account isn’t linked to your account. Choose your linked Google account.';
export const lastWayIn = 'You can’t remove your only sign-in method. Add another one first.';
export const usePasskey = 'This email belongs to an account that uses a passkey. Sign in with your passkey.';
export const passkeyUnknown =
  'We don’t recognize this passkey. It may have been removed from its account. Sign in another way.';
export const passkeyRefused = 'Couldn’t verify your passkey. Try again.';
export const passkeyCopied =
  'This passkey can’t be used because it may have been copied. We’ve emailed the account owner.';
export const passkeyTaken = 'This passkey already belongs to an account.';
export const passkeyCanceled =
  'No passkey was used. You cancelled, it took too long, or you have no passkey for this site. Try again.';
export const passkeyUnsupported = 'This browser doesn’t support passkeys. Sign in another way.';
export const passkeyHere = 'This device or password manager already has a passkey for your account.';
export const passkeyNoLock =
  'This device can’t store a passkey yet. Set up a screen lock first, for example a fingerprint or a PIN.';
export const passkeyWrongAddress = 'Passkeys don’t work at this web address.';
export const passkeyFailed = 'Your browser couldn’t use a passkey. Try again.';
export const alreadyVerified = 'Your email is already confirmed.';
export const emailUnverified =
  'Confirm your email before you buy, sell, make offers or send messages. Open the link that we emailed you, or send a new one.';
export const emailSame = 'This is already your email. Enter a different one.';
export const emailChangeNone = 'There’s no pending email change.';
export const emailChangeCooldown = 'Wait 5 minutes before you request another confirmation email.';
export const emailChangeOver = 'The change was already made, cancelled or replaced by a newer one.';
export const emailChangeExpired =
  'This link has expired. Links work for 24 hours. Start the change again under Settings, Security.';
export const emailChangeLinkUnknown = 'This link isn’t valid. Copy the full link from the email, or request a new one.';
export const emailChangeLinkUsed = 'This link was already used.';
export const tooManyEmailChanges = 'Too many email changes were requested. Try again in an hour.';
export const undoUnknown = 'This link isn’t valid. Copy the full link from the email, or request a new one.';
export const undoOver =
  'This link was already used, or it expired after 14 days. If your account was restored, sign in.';
export const undoNewAccount =
  'Your account can’t be restored while a new account uses its email or sign-in method. Sign in to the new account, delete it under Settings, Data, then open this link again.';
export const hasPassword = 'This account already has a password. Change it instead.';
/** ER-03: any error without its own sentence; an admin finds it by the code. */
export const verificationFailed = (code: string) =>
  `Failed to send verification email. Try again. If it keeps happening, contact support with code ${code}.`;
export const tooManyVerifications =
  'Too many verification emails were sent today. Check your spam folder, or try again tomorrow.';
export const continueUrlBad = 'The callback address isn’t a valid address.';
export const continueUrlMissing = 'The callback address is missing.';
export const continueUrlForeign = 'The callback address isn’t on this site.';
export const tooManyMails = 'Too many emails were requested from your network. Try again in an hour.';
export const resetLinkOver = 'This link was already used or has expired. Request a new one.';
export const suspended = 'This account is suspended. Contact support if you think this is a mistake.';
export const wrongCode = 'This code is incorrect. Enter the current code from your app.';
export const usedCode = 'This code was already used. Wait for the next one.';
export const lateCode = 'This code has just expired. Enter the next one.';
export const earlyCode = 'This code isn’t valid yet. Wait for the next one.';
export const wrongRecoveryCode = 'This recovery code is incorrect or was already used. Enter another one.';
export const secondStepOver = 'This sign-in has expired. Sign in again.';
export const secondStepFailed = 'Too many incorrect codes. Sign in again.';
export const secondFactorOn =
  'An authenticator app is already set up. Turn off two-step verification first to use another one.';
export const secondFactorOff = 'No authenticator app is set up.';
export const setUpReplaced =
  'Setup was restarted in another tab. Remove the old entry from your app and scan the new QR code.';
export const enterCode = 'Enter the code from your authenticator app.';
