import { expect, test } from 'vitest';
import { type LeavingFacts, type LeavingProof, leavingProof } from './deletion.rules.ts';

const facts = (extra: Partial<LeavingFacts>): LeavingFacts => ({
  hasPassword: false,
  isSubscriber: false,
  isFreshSession: false,
  isFreshGoogle: false,
  shownAccountId: undefined,
  actorId: 'me',
  ...extra,
});

test.each<[string, Partial<LeavingFacts>, LeavingProof]>([
  ['an old Google sign-in', {}, 'google-sign-in'],
  ['an old Google sign-in of a subscriber', { isSubscriber: true }, 'enough'],
  ['a Google sign-in just now', { isFreshSession: true }, 'enough'],
  ['an old session that came back from Google just now', { isFreshGoogle: true }, 'enough'],
  ['another account than the page shows', { isFreshSession: true, isFreshGoogle: true, shownAccountId: 'you' }, 'other-account'],
  ['another account, although a subscriber', { isSubscriber: true, shownAccountId: 'you' }, 'other-account'],
  ['the account that the page shows', { isFreshSession: true, shownAccountId: 'me' }, 'enough'],
  ['an old sign-in with a password', { hasPassword: true }, 'password'],
  ['a subscriber who has a password', { hasPassword: true, isSubscriber: true }, 'password'],
  ['a new sign-in with a password', { hasPassword: true, isFreshSession: true }, 'enough'],
  ['a password account that came back from Google just now', { hasPassword: true, isFreshGoogle: true }, 'enough'],
])('[VA-08] %s: what is still to be shown', (_, extra, expected) => {
  expect(leavingProof(facts(extra))).toBe(expected);
});
