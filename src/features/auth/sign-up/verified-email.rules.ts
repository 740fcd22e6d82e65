/** 403: what was asked for needs a confirmed e-mail address; `verifyUrl` says where the mail is sent again. */
export const unverifiedCode = 'email_unverified';

export const verifyPage = '/auth/verify-email';

/** Where a buy goes on: the buy box of the listing's page, which bears this name. */
const buyPart = '#buy';

/** The page that sends the mail again, and leads back to where the person was. */
export function verifyFor(next: string): string {
  return `${verifyPage}?${new URLSearchParams({ why: 'needed', next })}`;
}

/** The same for somebody who pressed Buy. */
export function verifyToBuy(listingId: string): string {
  return verifyFor(`/listings/${encodeURIComponent(listingId)}${buyPart}`);
}

/** The listing that somebody was about to buy, where they go on to that; else null. */
export function buyOf(next: string): { listingId: string; path: string } | null {
  const [, path, listingId] = /^(\/listings\/([0-9a-zA-Z_-]{1,64}))#buy$/.exec(next) ?? [];
  return path && listingId ? { path, listingId } : null;
}
