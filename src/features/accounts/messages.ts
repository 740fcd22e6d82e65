/** Sentences that the specification fixes, and others of this room that more than one file says. */
export const messages = {
  emailTaken: 'This email is already registered. Please sign in with Google if you used Google to create your account.',
  emailInvalid: 'Invalid email address',
  noAccount: 'No account found with this email address',
  wrongCredentials: 'The email or password you entered is incorrect',
  tooManyAttempts: 'Too many failed attempts. Please try again later.',
  tooManySignUps: 'Too many accounts were created from your network. Please try again later.',
  useGoogle: 'This email belongs to an account that signs in with Google. Please sign in with Google.',
  googleCancelled: 'Sign in cancelled',
  googleBlocked: 'Sign in popup was blocked. Please allow popups for this site.',
  googleFailed: 'Failed to sign in with Google',
  googleNoEmail: 'No email provided from Google account',
  googleUnverified: 'Google has not confirmed the email address of that account. Confirm it with Google first, then try again.',
  googleUsePassword: 'This email already has an account with a password. Sign in with the password, then link Google under Settings, Security.',
  googleEmailTaken: 'This email already belongs to an account that signs in with another Google account.',
  googleLinkedElsewhere: 'That Google account already signs in to another account here.',
  googleLinkedAlready: 'That Google account is linked to your account already.',
  googleSameToDelete: 'Please sign in with the same Google account you want to delete',
  profileNotFound: 'User profile not found',
  alreadyVerified: 'Your email address is confirmed already.',
  verificationCooldown: 'Please wait 5 minutes before requesting another verification email',
  continueUrlBad: 'The address to continue to is not an address.',
  continueUrlForeign: 'The address to continue to is not on this market.',
  tooManyMails: 'Too many emails were asked for from your network. Please try again later.',
  resetLinkOver: 'This link has been used or is too old. Ask for a new one.',
  suspended: 'This account is suspended. Write to the operator of this market if you think that is a mistake.',
} as const;

/** How long the texts of a profile may be, in characters. */
export const profileLimits = { displayName: 60, location: 80, contact: 200, bio: 1_000, socialUrl: 200 } as const;
