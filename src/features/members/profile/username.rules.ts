/** The rules of usernames: pure, and the same in the browser and on the server. */
export const usernameMin = 3;
export const usernameMax = 30;

/** Names are unique regardless of case. */
export function usernameKey(username: string): string {
  return username.toLowerCase();
}

/** What is wrong with a name's form, as a sentence, or null. */
export function usernameProblem(username: string): string | null {
  if (username.length < usernameMin) return `Enter a username of at least ${usernameMin} characters.`;
  if (username.length > usernameMax) return `Enter a username of at most ${usernameMax} characters.`;
  if (!/^[A-Za-z0-9_]+$/.test(username))
    return 'Use only letters without accents, digits and underscores in your username.';
  if (!/[A-Za-z0-9]/.test(username)) return 'Use at least 1 letter or digit in your username.';
  return null;
}

/** Reserved names. Compared by skeleton, so that `Adm1n`, `_support_` and `5UPPORT` are refused as well. */
const reserved = [
  'about',
  'account',
  'accounts',
  'admin',
  'administrator',
  'administration',
  'anonymous',
  'api',
  'auth',
  'billing',
  'bot',
  'browse',
  'checkout',
  'contact',
  'customerservice',
  'customersupport',
  'dashboard',
  'deleted',
  'deletedmember',
  'deleteduser',
  'everyone',
  'faq',
  'guest',
  'help',
  'helpdesk',
  'host',
  'info',
  'listing',
  'listings',
  'mail',
  'mailer',
  'market',
  'marketplace',
  'me',
  'member',
  'members',
  'messages',
  'mod',
  'moderation',
  'moderator',
  'mods',
  'nobody',
  'noreply',
  'notifications',
  'null',
  'official',
  'offers',
  'operator',
  'orders',
  'owner',
  'payment',
  'payments',
  'payouts',
  'paypal',
  'postmaster',
  'premium',
  'privacy',
  'privacypolicy',
  'profile',
  'profiles',
  'root',
  'sandbox',
  'security',
  'service',
  'settings',
  'shop',
  'signin',
  'signout',
  'signup',
  'sleeved',
  'sleevedadmin',
  'sleevedhelp',
  'sleevedofficial',
  'sleevedstaff',
  'sleevedsupport',
  'sleevedteam',
  'staff',
  'stripe',
  'superuser',
  'support',
  'supportteam',
  'sysadmin',
  'system',
  'team',
  'terms',
  'trustandsafety',
  'undefined',
  'unknown',
  'user',
  'username',
  'users',
  'verification',
  'verified',
  'wanted',
  'webmaster',
  'you',
];

const lookalikes: Record<string, string> = { 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', i: 'l' };

function skeleton(username: string): string {
  return username
    .toLowerCase()
    .replaceAll('_', '')
    .replace(/[0134578i]/g, (character) => lookalikes[character] ?? character);
}

const reservedSkeletons = new Set(reserved.map(skeleton));

/** Whether the name is reserved. `brandName` is the site's configured name, which is reserved too. */
export function isReservedUsername(username: string, brandName = ''): boolean {
  const bones = skeleton(username);
  const brand = skeleton(brandName.replace(/[^A-Za-z0-9]/g, ''));
  return (
    reservedSkeletons.has(bones) ||
    (brand.length > 0 &&
      (bones === brand || [`${brand}support`, `${brand}team`, `${brand}admin`].map(skeleton).includes(bones)))
  );
}

/**
 * A name generated from a sign-in provider's data (VA-05): characters that a name cannot have become underscores, a
 * short one is padded, and a taken one gets a random number up to 10000 from `randomBelow`. A name of underscores alone
 * counts as taken.
 */
export function generateUsername(from: string, isTaken: boolean, randomBelow: (limit: number) => number): string {
  const base = from
    .normalize('NFC')
    .replace(/[^A-Za-z0-9_]/gu, '_')
    .slice(0, usernameMax)
    .padEnd(usernameMin, '_');
  if (!isTaken && /[A-Za-z0-9]/.test(base)) return base;
  const suffix = String(randomBelow(10_000) + 1);
  return `${base.slice(0, usernameMax - suffix.length)}${suffix}`;
}
