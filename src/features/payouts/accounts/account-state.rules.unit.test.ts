import { expect, test } from 'vitest';
import { stateOf } from './account-state.rules.ts';

const asked = { what: 'identity.individual', by: 'member', error: null, isPastDue: false } as const;
const checked = { ...asked, by: 'stripe' } as const;
const account = { isClosed: false, transfers: 'active', bankPrint: 'eur ba_1', requirements: [] } as const;

test.each([
  ['active', {}],
  ['active', { requirements: [asked] }],
  ['closed', { isClosed: true }],
  ['closed', { isClosed: true, transfers: 'rejected' }],
  ['rejected', { transfers: 'rejected' }],
  ['restricted', { transfers: 'unsupported', bankPrint: null, requirements: [asked] }],
  ['started', { transfers: 'pending', requirements: [checked, asked] }],
  ['in_review', { transfers: 'pending', requirements: [checked] }],
  ['in_review', { transfers: 'pending' }],
  ['started', { transfers: 'restricted', bankPrint: null, requirements: [asked] }],
  ['restricted', { transfers: 'restricted', requirements: [asked] }],
  ['restricted', { transfers: 'restricted', bankPrint: null }],
] as const)('an account is %s when Stripe says %o', (state, facts) => {
  expect(
    stateOf({ ...account, ...facts, requirements: [...('requirements' in facts ? facts.requirements : [])] }),
  ).toBe(state);
});
