/** Refusals of listings beyond `invalid` (422), `not_found` (404), `not_signed_in` (401) and `not_allowed` (403). */
export const listingRefusals = {
  /** 403: the tier's places are taken. */
  tierLimit: 'tier_limit',
  /** 403: a seller with few delivered orders has as much for sale as they may. */
  newSellerLimit: 'new_seller_limit',
  /** 409: reserved, sold or removed; nothing may be changed. */
  frozen: 'frozen',
  /** 409: the verb does not lead from this state. */
  wrongState: 'wrong_state',
  /** 409: its time ran out while it was paused; renewing starts it again. */
  timeOver: 'time_over',
  /** 409: sold, held for another buyer, or not for sale now. */
  notAvailable: 'not_available',
  /** 409: the seller is on vacation; `until` is when they are back. */
  sellerAway: 'seller_away',
  /** 409: the seller can't sell until they have set up payouts. */
  salesBlocked: 'sales_blocked',
  /** 409: the seller owes the market too much, or for too long; nothing more can be listed. */
  debtOverdue: 'debt_overdue',
  /** 409: the price is another than the buyer saw; `price` carries the new one. */
  priceChanged: 'price_changed',
  /**
   * 409: what a buyer relies on is other than it said in the version they saw; `fields` names what, `errors` says how,
   * `version` and `price` are the new ones.
   */
  listingChanged: 'listing_changed',
  /** 409: the listing changed since `version` was read. */
  versionChanged: 'version_changed',
  /** 410: it was public once and has been taken down. */
  removed: 'removed',
  /** 409: as many drafts, or favourites, as one may have at a time. */
  tooManyDrafts: 'too_many_drafts',
  tooManyFavourites: 'too_many_favourites',
  /** 422: the price requires a photo. */
  photoRequired: 'photo_required',
  /** 413, 415 or 422: a picture that cannot be taken; `errors.photos` names the file. */
  photoTooLarge: 'photo_too_large',
  photoUnreadable: 'photo_unreadable',
  /** 409: the seller's drafts hold as many photos as they may. */
  photoQuota: 'photo_quota',
  /** 409: no method of the seller ships it to the buyer. */
  noShipping: 'no_shipping',
} as const;
