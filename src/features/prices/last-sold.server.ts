import { type CopyTraits, isPlainCopy } from '#features/catalogue/words.ts';
import type { Listing } from '#features/listings/contract.ts';
import { addMs, dayMs } from '#kernel/time.ts';
import type { Question } from '#platform/db/ask-together.ts';
import { allDays } from './price.rules.ts';

type Copy = Pick<Listing, 'catalogueCardId' | 'condition' | 'grading' | 'finish' | 'language' | 'price'> & CopyTraits;

/** How many days ago a copy like this one was last sold in its currency (a finish that it does not name is every one, as in the API); null where none was in the last year, and for a copy that is not plain: then a history of its prices has nothing to show. */
export function lastSoldAsked(copy: Copy, now: Date): Question<number | null> {
  const { catalogueCardId, condition, grading, finish, language, price } = copy;
  return {
    values: [catalogueCardId, grading ? 'graded' : condition, finish, language, price.currency, addMs(now, -allDays * dayMs)],
    text: (card, inCondition, ofFinish, ofLanguage, inCurrency, since) => `(
      select sold_at from card_sale where card_id = ${card} and is_final and not is_own and sold_at > ${since} and condition = ${inCondition}
        and (${ofFinish}::text is null or finish = ${ofFinish}) and language = ${ofLanguage} and currency = ${inCurrency} order by sold_at desc limit 1)`,
    read: (soldAt: Date | null) => (soldAt && isPlainCopy(copy) ? Math.floor((now.getTime() - soldAt.getTime()) / dayMs) : null),
  };
}
