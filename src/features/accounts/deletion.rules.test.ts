import { expect, test } from 'vitest';
import { minuteMs } from '#kernel/time.ts';
import { type LeavingFacts, type LeavingProof, leavingProof } from './deletion.rules.ts';

const now = new Date('2026-03-01T12:00:00Z');
const ago = (minutes: number) => new Date(now.getTime() - minutes * minuteMs);
const facts = (extra: Partial<LeavingFacts>): LeavingFacts => ({
  hasPassword: false,
  isSubscriber: false,
  signedInAt: ago(60),
  now,
  shownAccountId: undefined,
  actorId: 'me',
  ...extra,
});

test.each<[string, Partial<LeavingFacts>, LeavingProof]>([
  ['an old Google sign-in', {}, 'google-sign-in'],
  ['an old Google sign-in of a subscriber', { isSubscriber: true }, 'enough'],
  ['a Google sign-in ten minutes ago', { signedInAt: ago(10) }, 'enough'],
  ['a Google sign-in just over ten minutes ago', { signedInAt: new Date(ago(10).getTime() - 1) }, 'google-sign-in'],
  ['a sign-in from the future', { signedInAt: ago(-1) }, 'google-sign-in'],
  ['another account than the page shows', { signedInAt: ago(0), shownAccountId: 'you' }, 'other-account'],
  ['another account, although a subscriber', { isSubscriber: true, shownAccountId: 'you' }, 'other-account'],
  ['the account that the page shows', { signedInAt: ago(0), shownAccountId: 'me' }, 'enough'],
  ['an old sign-in with a password', { hasPassword: true }, 'password'],
  ['a subscriber who has a password', { hasPassword: true, isSubscriber: true }, 'password'],
  ['a new sign-in with a password', { hasPassword: true, signedInAt: ago(9) }, 'enough'],
])('[VA-08] %s: what is still to be shown', (_, extra, expected) => {
  expect(leavingProof(facts(extra))).toBe(expected);
});
