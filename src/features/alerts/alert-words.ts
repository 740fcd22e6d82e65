import { formatNumber } from '#kernel/format.ts';
import { formatMoney, type Money } from '#kernel/numbers/money.ts';
import type { AlertKind } from './model/alert.tables.ts';

/** `3 new cards`. */
export function newCards(count: number): string {
  return count === 1 ? '1 new card' : `${formatNumber(count)} new cards`;
}

interface Copy {
  title: string;
  price: Money;
  postage: Money;
  status: string;
  isForSale: boolean;
}

/** `$5.00 with post`: the total price for the member who reads it. */
function withPost({ price, postage }: Pick<Copy, 'price' | 'postage'>): string {
  return `${formatMoney({ amount: price.amount + postage.amount, currency: price.currency })}${postage.amount > 0 ? ' with post' : ''}`;
}

/**
 * The price with its comparison to the usual price. The comparison is of the price without postage, so it stands comparison
 * that one.
 */
export function costCompared(copy: Pick<Copy, 'price' | 'postage'>, comparison: string | undefined): string {
  if (comparison === undefined) return withPost(copy);
  if (copy.postage.amount === 0) return `${withPost(copy)} · ${comparison}`;
  return `${formatMoney(copy.price)}, ${comparison} · ${withPost(copy)}`;
}

/** The words about a favourite; null where the update is no longer true. */
export function favouriteWords(kind: AlertKind, copy: Copy): { title: string; body: string; why: string } | null {
  const isGone = copy.status === 'sold';
  if (kind === 'sold')
    return isGone
      ? { title: `Sold: ${copy.title}`, body: 'Your favourite is gone. Others may have the card.', why: 'sold' }
      : null;
  if (!copy.isForSale) return null;
  if (kind === 'price')
    return { title: `Price lowered: ${copy.title}`, body: `It costs ${withPost(copy)} now.`, why: 'price lowered' };
  if (kind === 'back')
    return { title: `For sale again: ${copy.title}`, body: `It costs ${withPost(copy)}.`, why: 'for sale again' };
  if (kind === 'ending')
    return {
      title: `Ends soon: ${copy.title}`,
      body: `It costs ${withPost(copy)}, and is not renewed by itself.`,
      why: 'ends soon',
    };
  return null;
}
