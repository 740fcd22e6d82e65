import { expect, test } from 'vitest';
import { type LeavingFacts, type LeavingProof, leavingProof } from './deletion.rules.ts';

const facts = (extra: Partial<LeavingFacts>): LeavingFacts => ({
  hasPassword: false,
  hasGoogle: true,
  isSubscriber: false,
  hasVerifiedIdentity: false,
  hasConfirmedWithGoogle: false,
  isSecondFactorOn: false,
  shownAccountId: undefined,
  actorId: 'me',
  ...extra,
});

test.each<[string, Partial<LeavingFacts>, LeavingProof]>([
  ['an old Google sign-in', {}, 'google-sign-in'],
  ['an old Google sign-in of a subscriber', { isSubscriber: true }, 'enough'],
  ['a Google sign-in just now', { hasVerifiedIdentity: true }, 'google-sign-in'],
  ['Google confirmed just now', { hasConfirmedWithGoogle: true }, 'enough'],
  [
    'Google confirmed just now, and a second factor not',
    { hasConfirmedWithGoogle: true, isSecondFactorOn: true },
    'step-up',
  ],
  ['a passkey of an account with Google', { hasVerifiedIdentity: true, isSecondFactorOn: true }, 'google-sign-in'],
  ['another account than the page shows', { hasConfirmedWithGoogle: true, shownAccountId: 'you' }, 'other-account'],
  ['another account, although a subscriber', { isSubscriber: true, shownAccountId: 'you' }, 'other-account'],
  [
    'the account that the page shows',
    { hasVerifiedIdentity: true, hasConfirmedWithGoogle: true, shownAccountId: 'me' },
    'enough',
  ],
  ['an old sign-in with a password', { hasPassword: true }, 'password'],
  ['a subscriber who has a password', { hasPassword: true, isSubscriber: true }, 'password'],
  [
    'a password, although the identity was verified just now',
    { hasPassword: true, hasVerifiedIdentity: true },
    'password',
  ],
  ['a second factor', { hasPassword: true, isSecondFactorOn: true }, 'step-up'],
  ['a second factor of a subscriber with Google', { isSubscriber: true, isSecondFactorOn: true }, 'enough'],
  ['passkeys alone', { hasGoogle: false }, 'step-up'],
  ['passkeys alone of a subscriber', { hasGoogle: false, isSubscriber: true }, 'step-up'],
  [
    'a second factor, confirmed just now',
    { hasPassword: true, hasVerifiedIdentity: true, isSecondFactorOn: true },
    'enough',
  ],
])('[VA-08] %s: what is still to be shown', (_, extra, expected) => {
  expect(leavingProof(facts(extra))).toBe(expected);
});
