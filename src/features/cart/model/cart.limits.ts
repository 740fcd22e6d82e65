import { hourMs } from '#kernel/time.ts';
import { defineLimits } from '#platform/limits/limits.ts';
import { defineQuotas } from '#platform/limits/quotas.ts';
import { cartRefusals } from '../contract.ts';
import { cartLimits } from '../words.ts';

export const cartRateLimits = defineLimits('cart', {
  changes: {
    counts: 'changes of a cart',
    per: 'member',
    points: 1_200,
    windowMs: hourMs,
    sentence: 'You can change your cart 1,200 times an hour. Try again {when}.',
    guards: 'load',
  },
  /** One network may be a dormitory or a shop full of players. */
  changesOfNetwork: {
    counts: 'changes of carts',
    per: 'network',
    points: 6_000,
    windowMs: hourMs,
    sentence: 'Your network can change carts 6,000 times an hour. Try again {when}.',
    guards: 'load',
  },
});

export const cartQuotas = defineQuotas('cart', {
  lines: {
    counts: 'listings in a cart',
    per: 'cart',
    most: cartLimits.lines,
    unit: '',
    freed: 'removing one, or buying it',
    status: 409,
    code: cartRefusals.cartFull,
    sentence: `Your cart can hold ${cartLimits.lines} listings. Remove one to add another.`,
  },
  sellers: {
    counts: 'sellers of the listings in a cart',
    per: 'cart',
    most: cartLimits.sellers,
    unit: '',
    freed: 'removing the listings of one',
    status: 409,
    code: cartRefusals.tooManySellers,
    sentence: `Your cart can hold listings of ${cartLimits.sellers} sellers. Buy or remove those of one seller first.`,
  },
  copies: {
    counts: 'copies in a purchase',
    per: 'purchase',
    most: cartLimits.copies,
    unit: '',
    freed: 'lower quantities',
    status: 409,
    code: cartRefusals.tooManyCopies,
    sentence: `You can buy ${cartLimits.copies} cards at once. Lower a quantity, or buy in two steps.`,
  },
});
