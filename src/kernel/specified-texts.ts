/**
 * Texts that the specification fixes to the letter, with its spelling, quotes and full stops. Translations may replace
 * them, a rewording may not. One constant each, so that a page bundles only those that it shows.
 */

// Sign-in and sign-up
export const noAccount = 'No account found with this email address';
export const wrongCredentials = 'The email or password you entered is incorrect';
export const emailInvalid = 'Invalid email address';
export const tooManyAttempts = 'Too many failed attempts. Please try again later.';
export const emailTaken =
  'This email is already registered. Please sign in with Google if you used Google to create your account.';
export const usernameInUse = 'Username is already taken. Please choose another one.';
export const profileFailed = 'Failed to create profile. Please try again.';
export const verificationCooldown = 'Please wait 5 minutes before requesting another verification email';
export const authNotStarted = 'Failed to initialize authentication services. Please refresh the page.';
export const authMisconfigured = 'Authentication configuration error. Please contact support.';
export const linkFailed = 'Failed to link accounts. Please try again.';
export const noToken = 'Failed to get authentication token';

// Google
export const googleCanceled = 'Sign in cancelled';
export const googleBlocked = 'Sign in popup was blocked. Please allow popups for this site.';
export const googleFailed = 'Failed to sign in with Google';
export const googleNoEmail = 'No email provided from Google account';

// Deletion of an account
export const googleSameToDelete = 'Please sign in with the same Google account you want to delete';
export const reauthenticationFailed = 'Failed to reauthenticate. Please try signing in again.';
export const deletionFailed = 'Failed to delete account data. Please try again.';
/** The name of a deleted member in records of others. */
export const deletedName = 'Deleted member';

// After the sign-in
export const favoriteToast = 'You can now add this listing to your favorites';
export const buyToast = 'You can now complete your purchase';

// Profile
export const profileNotFound = 'User profile not found';
export const profileOffline = 'You are currently offline and no cached data is available';
export const profileUnreached = 'Unable to load profile due to network issues';

// Subscription
export const freeAccount = 'Free Account';
export const premiumAccount = 'Premium Account';
export const cancelSignedOut = 'Must be logged in to cancel subscription';
export const noSubscription = 'No subscription information available';
export const alreadyCanceled = 'Subscription is already canceled';
export const noSubscriptionId = 'No active subscription ID found. Please contact support.';

// Connection
export const networkError = 'Network error. Please check your internet connection.';
export const connectionIssue = 'Connection Issue';
export const connectionProblem = 'There was a problem connecting to our database services.';
export const retryConnection = 'Retry Connection';
/** Three dots, not an ellipsis. */
export const reconnecting = 'Reconnecting...';
export const dismiss = 'Dismiss';

// Names
export const themeNames = { light: 'Light', dark: 'Dark', midnight: 'Midnight', system: 'System' } as const;
