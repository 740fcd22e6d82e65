import { dayMs } from '#kernel/time.ts';
import { defineLimits } from '#platform/limits/limits.ts';
import { defineQuotas } from '#platform/limits/quotas.ts';
import { addressRefusals } from './contract.ts';

export const addressesLimits = defineLimits('addresses', {
  changes: {
    counts: 'changes of the address book',
    per: 'member',
    points: 60,
    windowMs: dayMs,
    sentence: 'You can change your addresses 60 times a day. Try again {when}.',
    guards: 'load',
  },
});

export const addressesQuotas = defineQuotas('addresses', {
  book: {
    counts: 'addresses in the address book',
    per: 'member',
    most: 10,
    unit: '',
    freed: 'deleting one',
    status: 409,
    code: addressRefusals.tooMany,
    sentence: 'You can save 10 addresses. Delete one to add another.',
  },
});

/** Why no address can be added to a book of this many; null where one can. */
export const fullBookSentence = (count: number): string | null =>
  count < addressesQuotas.book.most ? null : addressesQuotas.book.sentence;
