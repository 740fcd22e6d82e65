import { expect, test } from 'vitest';
import { invalid, isRefusal, notFound, Refusal } from '#kernel/refusal.ts';
import { overQuota } from '#platform/limits/quotas.ts';
import { checkDescription, checkPhotoRule } from '../model/listing.checks.ts';
import { listingPolicy, unknownListing } from '../model/listing.policy.ts';
import { listingQuotas } from '../model/listing.quotas.ts';
import { goneListing, wrongState } from '../read/listing.write.server.ts';
import { refusalText, storedRefusal } from './coded-refusals.ts';

function refused(act: () => unknown): Refusal {
  try {
    act();
  } catch (error) {
    if (isRefusal(error)) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

test('a stored refusal is a code with parameters, and makes the same sentence again', () => {
  const stranger = { id: 'a', role: 'member', via: 'bearer', sessionId: null, signedInAt: new Date() } as const;
  const refusals = [
    notFound(unknownListing),
    goneListing(),
    overQuota(listingQuotas.draftsAtOnce),
    wrongState({ status: 'paused', pausedBy: 'tier' }, 'resume'),
    refused(() => listingPolicy.check(stranger, 'edit', { sellerId: 'b', publishedAt: new Date() })),
    refused(() => checkPhotoRule({ amount: 5_000, currency: 'EUR' }, 0)),
    refused(() => checkDescription('long '.repeat(3_000), 'free')),
  ];
  const stored = refusals.map((one) => JSON.parse(JSON.stringify(storedRefusal(one))));
  expect(stored.map(({ code }) => code)).toEqual([
    'not_found',
    'removed',
    'too_many_drafts',
    'wrong_state',
    'not_allowed',
    'photo_required',
    'description_too_long',
  ]);
  expect(stored.map(refusalText)).toEqual(refusals.map(({ message }) => message));
});

test('a value that a listing may not have is stored by its field, an unknown refusal without its sentence', () => {
  const field = storedRefusal(invalid({ 'grading.grade': 'PSA doesn’t use the grade 11.' }));
  expect(field).toEqual({ code: 'invalid', params: { field: 'grading.grade' } });
  expect(refusalText(field)).toBe('The grade isn’t allowed. Enter the grade on the label.');
  expect(storedRefusal(new Refusal(409, 'unheard_of', 'Eve refused.'))).toEqual({ code: 'other' });
});
