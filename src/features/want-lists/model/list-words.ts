import { cardTitle, finishName } from '#features/catalogue/words.ts';
import { gameName, languageName } from '#features/listings/widgets.tsx';
import { conditionName } from '#kernel/cards/conditions.ts';
import { formatList } from '#kernel/format.ts';
import { formatMoney, type Money } from '#kernel/numbers/money.ts';
import type { Line, WantedCard } from '../contract.ts';

/** Names the printing in a few words. */
export function printingOf({ game, setName, number }: WantedCard, anyPrinting: boolean): string {
  return [anyPrinting ? 'Any printing' : cardTitle({ setName, number }), gameName(game)].filter(Boolean).join(' · ');
}

type Terms = Pick<Line, 'lowestCondition' | 'language' | 'finish'>;

/** The terms of the copy, without those that may be any. */
export function termsOf({ lowestCondition, language, finish }: Terms): string {
  const terms = [
    lowestCondition && `${conditionName(lowestCondition)} or better`,
    language && languageName(language),
    finish && finishName(finish),
  ];
  return terms.filter(Boolean).join(' · ');
}

/** `$34.50 + $9.50 shipping`, for each currency. */
export const totalsInWords = (totals: readonly { price: Money; postage: Money }[]): string =>
  formatList(
    totals.map(({ price, postage }) =>
      postage.amount > 0 ? `${formatMoney(price)} + ${formatMoney(postage)} shipping` : formatMoney(price),
    ),
  );
