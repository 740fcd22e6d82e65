import { expect, test } from 'vitest';
import { errorSentence, requirementSentence } from './requirement-words.ts';

test.each([
  ['defaults.payout_methods', 'Add a bank account.'],
  ['identity.individual.documents.primary_verification', 'Upload a photo of an identity document.'],
  ['identity.individual', 'Enter your personal details.'],
  ['identity.individual.nationality', 'Enter your personal details.'],
  ['identity.individually', 'Complete your details.'],
  ['something.new', 'Complete your details.'],
])('%s is said as: %s', (what, sentence) => {
  expect(requirementSentence({ what, by: 'member' })).toBe(sentence);
});

test('what Stripe checks itself, and what was wrong, have sentences too', () => {
  const what = 'identity.individual.documents.primary_verification';
  expect(requirementSentence({ what, by: 'stripe' })).toBe('Stripe is checking your identity document.');
  expect(errorSentence({ error: 'verification_document_expired' })).toBe('The document has expired.');
  expect([errorSentence({ error: null }), errorSentence({ error: 'toString' })]).toEqual([null, null]);
});
