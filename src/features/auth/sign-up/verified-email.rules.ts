/** 403: the action requires a confirmed e-mail address; `verifyUrl` is the page that sends the email again. */
export const unverifiedCode = 'email_unverified';

export const verifyPage = '/auth/verify-email';

/** Fragment of the buy box on a listing's page, where a purchase continues. */
const buyPart = '#buy';

/** The page that sends the email again, and returns to the given page. */
export function verifyFor(next: string): string {
  return `${verifyPage}?${new URLSearchParams({ why: 'needed', next })}`;
}

/** The same for a visitor who pressed Buy. */
export function verifyToBuy(listingId: string): string {
  return verifyFor(`/listings/${encodeURIComponent(listingId)}${buyPart}`);
}

/** The listing of the purchase in a path to continue; else null. */
export function buyOf(next: string): { listingId: string; path: string } | null {
  const [, path, listingId] = /^(\/listings\/([0-9a-zA-Z_-]{1,64}))#buy$/.exec(next) ?? [];
  return path && listingId ? { path, listingId } : null;
}
