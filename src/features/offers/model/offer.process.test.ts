import { expect, test } from 'vitest';
import {
  findMove,
  findReservationMove,
  type OfferStatus,
  offerStatuses,
  offerTransitions,
  offerWaits,
  type ReservationState,
  reservationStates,
  reservationTransitions,
  reservationWaits,
  sideOf,
} from './offer.process.ts';
import { amountProblem, ruleAnswer } from './offer.rules.ts';

test('[ST-14] every state of an offer and of its reservation can be reached, and every wait ends', () => {
  const offers = new Set<OfferStatus>(['pending']);
  for (const from of offers) for (const edge of offerTransitions) if (edge.from === from) offers.add(edge.to);
  expect([...offers].sort()).toEqual([...offerStatuses].sort());
  const deadlines = new Set<ReservationState>(['open']);
  for (const from of deadlines)
    for (const edge of reservationTransitions) if (edge.from.includes(from)) deadlines.add(edge.to);
  expect([...deadlines].sort()).toEqual([...reservationStates].sort());

  // Every state that can be left has a wait, and a move of the process ends it.
  for (const state of offerStatuses) {
    const wait = offerWaits[state];
    const leads = offerTransitions.some(({ from }) => from === state);
    expect(wait !== undefined, state).toBe(leads);
    if (wait) expect(findMove(wait.verb, wait.by, state), state).toBeDefined();
  }
  for (const state of ['open', 'claimed'] as const) {
    const wait = reservationWaits[state];
    expect(wait && findReservationMove(wait.verb, wait.by, state), state).toBeDefined();
  }
});

test('[ST-14] the side whose turn it is answers, the side that made it withdraws, and neither side can expire it', () => {
  expect(
    ['accept', 'decline', 'counter', 'withdraw', 'expire'].map((verb) => sideOf(verb as 'accept', 'buyer')),
  ).toEqual(['seller', 'seller', 'seller', 'buyer', null]);
  expect(sideOf('accept', 'seller')).toBe('buyer');
  for (const status of offerStatuses.filter((one) => one !== 'pending'))
    expect(findMove('accept', 'turn', status), status).toBeUndefined();
});

test('[ST-14] amounts and rules at their edges', () => {
  const price = { amount: 1_001, currency: 'USD' as const };
  const may = (amount: number, floor: number | null = null) =>
    amountProblem({ amount, currency: 'USD' }, { price, floor }) === null;
  expect([500, 501, 1_001, 1_002].map((amount) => may(amount))).toEqual([false, true, true, false]);
  // A seller's minimum can be probed only by offers that count, not by refusals.
  expect([1, 299, 500].map((amount) => may(amount, 300))).toEqual([true, true, true]);
  expect([500, 501, 900].map((amount) => may(amount, 950))).toEqual([false, true, true]);
  const rules = { autoAccept: 900, autoDecline: 600, floor: null };
  expect([599, 600, 899, 900].map((amount) => ruleAnswer(amount, rules))).toEqual(['decline', null, null, 'accept']);
  expect([649, 650].map((amount) => ruleAnswer(amount, { ...rules, floor: 650 }))).toEqual(['decline', null]);
  expect([599, 600].map((amount) => ruleAnswer(amount, { ...rules, floor: 300 }))).toEqual(['decline', null]);
  expect(ruleAnswer(1, { autoAccept: null, autoDecline: null, floor: null })).toBeNull();
});
