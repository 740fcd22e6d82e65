import { expect, test } from 'vitest';
import { newId } from '#kernel/ids.ts';
import { acts } from '../contract.ts';
import { actName, deedOf, doerOf, reasonOf } from './action-words.ts';

test('[RO-05] every act has a name and a sentence of its own, and one of a later version is shown by its own name', () => {
  expect(new Set(acts.map(actName)).size).toBe(acts.length);
  const deeds = acts.map((act) => deedOf({ act, data: {} }));
  expect(new Set(deeds).size).toBe(acts.length);
  for (const [n, act] of acts.entries()) expect(deeds[n]).not.toBe(act);
  expect([actName('listing.hidden'), deedOf({ act: 'listing.hidden', data: {} })]).toEqual([
    'listing.hidden',
    'listing.hidden',
  ]);
  expect(actName('constructor')).toBe('constructor');
});

test('[RO-05] a sentence contains the stored facts and nothing else', () => {
  const said = (act: string, data: Record<string, unknown>) => deedOf({ act, data });
  expect(said('premium.granted', { months: null })).toBe('granted premium until it is revoked');
  expect(said('premium.granted', { months: 1 })).toBe('granted premium for 1 month');
  expect(said('premium.granted', { months: 12 })).toBe('granted premium for 12 months');
  expect(said('subscription.synced', { status: 'past_due', tier: 'free' })).toBe(
    'read the subscription at Stripe again: past due, free',
  );
  expect(said('subscription.synced', {})).toBe('read the subscription at Stripe again');
  expect(said('factors.reset', { app: true, passkeys: 2 })).toBe(
    'reset the second factors: authenticator app and 2 passkeys',
  );
  expect(said('factors.reset', { app: false, passkeys: 1 })).toBe('reset the second factors: 1 passkey');
  expect(reasonOf({ data: { reason: 'Spam.' } })).toBe('Spam.');
  expect([reasonOf({ data: {} }), reasonOf({ data: { reason: 7 } })]).toEqual([null, null]);
});

test('[RO-05] the reader is “you”, others are named, and who is no member is called by what it is', () => {
  const id = newId();
  expect(doerOf({ by: id, byName: 'Kim' }, id)).toBe('You');
  expect(doerOf({ by: id, byName: 'Kim' }, newId())).toBe('Kim');
  expect(doerOf({ by: id, byName: null }, newId())).toBe(id);
  expect(doerOf({ by: 'command line', byName: null }, id)).toBe('The command line');
});
