import { expect, test } from 'vitest';
import { failureWords } from './failure-words.ts';

test('Stripe’s word is what happened and what to do; an unknown one says to check the bank account', () => {
  expect(failureWords('account_closed')).toEqual(['Your bank account is closed.', 'Enter another bank account.']);
  for (const unknown of [null, 'new_word', 'constructor'])
    expect(failureWords(unknown)).toEqual(['Your bank sent the payment back.', 'Check the bank account.']);
});
