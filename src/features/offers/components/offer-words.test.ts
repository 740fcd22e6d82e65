import { expect, test } from 'vitest';
import type { Listing } from '#features/listings/contract.ts';
import { type OfferSide, offerSides } from '../model/offer.process.ts';
import {
  acceptSentence,
  attemptsSentence,
  dialogShows,
  noOfferSentence,
  openOfferSentence,
  percentOfPrice,
  postSentence,
  quickAmounts,
  sentencesOf,
  sideOfViewer,
  stateOf,
  termsSentence,
  totalSentence,
} from './offer-words.ts';

const now = new Date('2026-03-02T12:00:00Z');
const plain = {
  status: 'pending',
  promise: null,
  turn: 'seller',
  madeBy: 'buyer',
  counterOf: null,
  expiresAt: '2026-03-04T11:00:00Z',
  pausedUntil: null,
  payBy: null,
  declineReason: null,
  note: null,
  byRule: false,
  unpaidByBuyer: 0,
} as const;
const usd = (amount: number) => ({ amount, currency: 'USD' as const });

test('[ST-14] each state has its words, and says to each side whether it is theirs to move', () => {
  const words = (facts: object) => offerSides.map((side) => stateOf({ ...plain, ...facts }, side).word);
  expect(words({})).toEqual(['Waiting for the seller', 'Your turn to reply']);
  expect(words({ turn: 'buyer' })).toEqual(['Your turn to reply', 'Waiting for the buyer']);
  for (const promise of ['open', 'claimed']) {
    expect(words({ status: 'accepted', promise })).toEqual(['Accepted: payment due', 'Accepted: awaiting payment']);
  }
  expect(words({ status: 'accepted', promise: 'paid' })).toEqual(['Accepted and paid', 'Accepted and paid']);
  expect(words({ status: 'accepted', promise: 'lapsed' })).toEqual(['Accepted, not paid', 'Accepted, not paid']);
  expect(words({ status: 'declined' })).toEqual(['Declined', 'Declined']);
  expect(words({ status: 'countered' })).toEqual(['Countered', 'Countered']);
  expect(words({ status: 'withdrawn' })).toEqual(['Withdrawn', 'Withdrawn']);
  expect(words({ status: 'expired' })).toEqual(['Expired', 'Expired']);
});

test('sentences of an offer: time to answer, time to pay, the rule, the reason, and the unpaid ones for the seller alone', () => {
  const said = (side: OfferSide, facts: object) => sentencesOf({ ...plain, ...facts }, side, now);
  expect(said('buyer', {})).toEqual(['Time to reply: 47 hr left.']);
  expect(said('seller', { unpaidByBuyer: 1 })).toEqual([
    'Time to reply: 47 hr left.',
    'This buyer didn’t pay for 1 accepted offer in the past year.',
  ]);
  expect(said('seller', { unpaidByBuyer: 2 })[1]).toBe('This buyer didn’t pay for 2 accepted offers in the past year.');
  expect(said('buyer', { unpaidByBuyer: 2 })).toHaveLength(1);
  const accepted = { status: 'accepted', promise: 'open', payBy: '2026-03-03T11:00:00Z' };
  expect(said('buyer', accepted)).toEqual(['Reserved for you. Time to pay: 23 hr left.']);
  expect(said('seller', { ...accepted, promise: 'claimed' })).toEqual([
    'Reserved for the buyer. Time to pay: 23 hr left.',
  ]);
  expect(said('buyer', { ...accepted, promise: 'paid' })).toEqual([]);
  expect(said('buyer', { status: 'declined', byRule: true })).toEqual(['The seller’s settings replied automatically.']);
  expect(said('seller', { status: 'declined', byRule: true })).toEqual([]);
  expect(said('buyer', { status: 'declined', declineReason: 'Too low.', note: 'Sold.' })).toEqual([
    'Reason: Too low.',
    'Sold.',
  ]);
});

test('the share of the price is whole, and all of it only where it is all of it', () => {
  expect(percentOfPrice({ amount: usd(850), asked: usd(1_000) })).toBe('85%');
  expect(percentOfPrice({ amount: usd(999), asked: usd(1_000) })).toBe('99%');
  expect(percentOfPrice({ amount: usd(1_000), asked: usd(1_000) })).toBe('100%');
  expect(percentOfPrice({ amount: usd(1), asked: usd(100_000) })).toBe('1%');
});

test('what accepting binds to is said to each side', () => {
  expect(acceptSentence({ amount: usd(800), quantity: 1 }, 'buyer')).toContain(
    'you commit to buy. One copy is reserved for you at $8.00 plus shipping.',
  );
  expect(acceptSentence({ amount: usd(800), quantity: 1 }, 'seller')).toContain('reserved for the buyer at $8.00');
  expect(sideOfViewer({ buyerId: 'b' }, 'b')).toBe('buyer');
  expect(sideOfViewer({ buyerId: 'b' }, 's')).toBe('seller');
});

test('[RP-03] who cannot offer reads why; quick amounts lie below the price and above the least', () => {
  const listing = {
    seller: { id: 's' } as never,
    status: 'active' as Listing['status'],
    acceptsOffers: true,
    sellerAway: null,
    shipping: [],
    shipsTo: null,
  };
  expect(noOfferSentence(listing, 'b')).toBeNull();
  expect(noOfferSentence(listing, null)).toBeNull();
  expect(noOfferSentence(listing, 's')).toContain('This is your listing.');
  expect(noOfferSentence({ ...listing, status: 'sold' }, 'b')).toContain('isn’t for sale');
  expect(noOfferSentence({ ...listing, acceptsOffers: false }, null)).toContain('doesn’t accept offers');
  expect(noOfferSentence({ ...listing, shipsTo: ['DE'] }, 'b')).toContain('takes this card to you');
  const sellerAway = { from: '2026-03-01T00:00:00.000Z', to: '2026-03-09T00:00:00.000Z', note: null };
  expect(noOfferSentence({ ...listing, sellerAway }, 'b')).toContain('on vacation until 9 Mar 2026');
  const amounts = (price: number, lowest: number | null) =>
    quickAmounts(usd(price), lowest === null ? null : usd(lowest)).map(({ amount }) => amount.amount);
  expect(amounts(1_000, 500)).toEqual([950, 900, 850]);
  expect(amounts(1_000, 900)).toEqual([950, 900]);
  expect(amounts(1, null)).toEqual([]);
  expect([0, 1, 2].map(attemptsSentence)).toEqual([
    expect.stringContaining('all your offers'),
    expect.stringContaining('your last offer'),
    null,
  ]);
  expect(termsSentence({ windowHours: 24 })).toMatch(
    /^The seller has 24 hours to reply\. If your offer is accepted, you commit to buy/,
  );
  expect(termsSentence(null)).toMatch(/^If your offer is accepted/);
});

test('[RP-03] a viewer with an open offer reads whose amount it is, and whose turn', () => {
  const said = (facts: object) => openOfferSentence({ ...plain, amount: usd(900), ...facts });
  expect(said({})).toBe('You offered $9.00. The seller hasn’t replied yet.');
  expect(said({ turn: 'buyer' })).toBe('The seller offered you $9.00. It’s your turn to reply.');
  expect(said({ status: 'accepted' })).toBe('You agreed on $9.00. Pay under Offers.');
});

test('the dialog: a buyer whose accepted offer reserves the only copy reads that, and not that it is not for sale; terms that could not be loaded are reported', () => {
  const listing = {
    seller: { id: 's' } as never,
    status: 'active' as Listing['status'],
    acceptsOffers: true,
    sellerAway: null,
    shipping: [],
    shipsTo: null,
  };
  const reserved = { ...listing, status: 'reserved' } as const;
  const open = { ...plain, id: 'o1', status: 'accepted', promise: 'open', amount: usd(900) } as never;
  const terms = (own: never | null) => ({ open: own }) as never;
  expect(dialogShows(reserved, 'b', terms(open))).toEqual({ kind: 'open', offer: open });
  expect(dialogShows(reserved, 'b', 'waits')).toEqual({ kind: 'waits' });
  expect(dialogShows(reserved, 'b', 'failed')).toEqual({ kind: 'failed' });
  expect(dialogShows(reserved, 'b', terms(null))).toEqual({
    kind: 'no',
    sentence: expect.stringContaining('isn’t for sale'),
  });
  expect(dialogShows(reserved, null, 'waits')).toEqual({
    kind: 'no',
    sentence: expect.stringContaining('isn’t for sale'),
  });
  expect(dialogShows(listing, 's', 'waits')).toEqual({ kind: 'no', sentence: expect.stringContaining('your listing') });
  expect(dialogShows(listing, null, 'waits')).toEqual({ kind: 'sign-in' });
  expect(dialogShows(listing, 'b', 'waits')).toEqual({ kind: 'form', refused: null });
  expect(dialogShows(listing, 'b', 'failed')).toEqual({ kind: 'form', refused: null });
  // A buyer who has started to write keeps the text, and reads why it cannot be sent.
  const off = { ...listing, acceptsOffers: false };
  expect(dialogShows(off, 'b', terms(null))).toEqual({
    kind: 'no',
    sentence: expect.stringContaining('doesn’t accept offers'),
  });
  expect(dialogShows(off, 'b', terms(null), true)).toEqual({
    kind: 'form',
    refused: expect.stringContaining('doesn’t accept offers'),
  });
});

test('before one offers, what the post adds is said, and what one pays for an amount', () => {
  const way = (amount: number) => ({ name: 'Letter', price: { amount, currency: 'USD' as const }, tracked: false });
  expect(postSentence({ shipping: [], shippingVaries: false })).toBe('Shipping included.');
  expect(postSentence({ shipping: [way(0)], shippingVaries: false })).toBe('Free shipping.');
  expect(postSentence({ shipping: [way(450), way(150)], shippingVaries: false })).toBe('Plus shipping from $1.50.');
  expect(postSentence({ shipping: [way(150), way(150)], shippingVaries: false })).toBe('Plus $1.50 shipping.');
  expect(postSentence({ shipping: [way(150)], shippingVaries: true })).toBe('Plus shipping from $1.50.');
  expect(postSentence({ shipping: [way(0)], shippingVaries: true })).toBe(
    'Plus shipping, which is free to some countries.',
  );
  const price = { amount: 800, currency: 'USD' } as const;
  expect(totalSentence(price, { shipping: [], shippingVaries: false })).toBe('You pay $8.00 incl. shipping.');
  expect(totalSentence(price, { shipping: [way(150)], shippingVaries: false })).toBe('You pay $9.50 incl. shipping.');
  expect(totalSentence(price, { shipping: [way(450), way(150)], shippingVaries: false })).toBe(
    'You pay from $9.50 incl. shipping.',
  );
  expect(totalSentence(price, { shipping: [way(150)], shippingVaries: true })).toBe(
    'You pay from $9.50 incl. shipping.',
  );
});
