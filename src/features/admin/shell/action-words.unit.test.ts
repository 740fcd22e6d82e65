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
  expect(said('premium.granted', { months: null })).toBe('Premium granted until revoked');
  expect(said('premium.granted', { months: 1 })).toBe('Premium granted for 1 month');
  expect(said('premium.granted', { months: 12 })).toBe('Premium granted for 12 months');
  expect(said('subscription.synced', { status: 'past_due', tier: 'free' })).toBe('Subscription synced: past due, Free');
  expect(said('subscription.synced', {})).toBe('Subscription synced');
  expect(said('factors.reset', { app: true, passkeys: 2 })).toBe(
    'Two-step verification reset: authenticator app and 2 passkeys',
  );
  expect(said('factors.reset', { app: false, passkeys: 0 })).toBe('Two-step verification reset');
  expect(said('report.answered', { decision: 'dismissed' })).toBe('Report closed: no violation');
  expect(said('appeal.answered', { outcome: 'overturned' })).toBe('Appeal decided: decision reversed');
  expect(said('factors.reset', { app: false, passkeys: 1 })).toBe('Two-step verification reset: 1 passkey');
  expect(reasonOf({ data: { reason: 'Spam.' } })).toBe('Spam.');
  expect([reasonOf({ data: {} }), reasonOf({ data: { reason: 7 } })]).toEqual([null, null]);
});

test('[RO-05] the reader is “you”, others are named, and who is no member is called by what it is', () => {
  const id = newId();
  expect(doerOf({ by: id, byName: 'Kim' }, id)).toBe('You');
  expect(doerOf({ by: id, byName: 'Kim' }, newId())).toBe('Kim');
  expect(doerOf({ by: id, byName: null }, newId())).toBe(id);
  expect(doerOf({ by: 'command line', byName: null }, id)).toBe('Command line');
});
