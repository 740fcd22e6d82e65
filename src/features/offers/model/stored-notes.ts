/** The sentences that a process of an earlier release stores: compared, never shown. */
export const storedNotes = {
  left_out: 'The others of this offer were answered without it.',
  sold_to_buyer: 'It was bought at its price.',
  sold_to_other: 'It was sold to somebody else.',
  listing_removed: 'The seller has taken the listing down.',
  buyer_left: 'The buyer has left the market.',
  seller_left: 'The seller has left the market.',
  buyer_cannot_trade: 'The buyer can’t trade at the moment.',
  seller_cannot_trade: 'The seller can’t trade at the moment.',
  unpaid: 'It was not paid within 1 day, and is for sale again.',
  outsider: 'One of the two can’t trade at the moment.',
  unpayable: 'An order of this size can’t be paid by card, so that it is for sale again. This counts against nobody.',
};
