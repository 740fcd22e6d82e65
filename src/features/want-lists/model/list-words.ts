import { cardTitle, finishName } from '#features/catalogue/words.ts';
import { gameName, languageName } from '#features/listings/widgets.tsx';
import { conditionName } from '#kernel/cards/conditions.ts';
import { formatList, plural } from '#kernel/format.ts';
import { addMoney, formatMoney, type Money } from '#kernel/numbers/money.ts';
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

/** `Cheapest copies of 2 cards, one of each: $34.50 + $9.50 shipping`; empty where nothing is for sale. */
export function cheapestInWords(lines: readonly Pick<Line, 'forSale'>[]): string {
  const cheapest = lines.flatMap(({ forSale }) => forSale.cheapest ?? []);
  if (cheapest.length === 0) return '';
  const sums = [...Map.groupBy(cheapest, ({ price }) => price.currency).values()].map((copies) => {
    const price = formatMoney(totalOf(copies.map((copy) => copy.price)));
    const shipping = totalOf(copies.map((copy) => copy.postage));
    return shipping.amount > 0 ? `${price} + ${formatMoney(shipping)} shipping` : price;
  });
  const amount = formatList(sums);
  return plural(cheapest.length, {
    one: `Cheapest copy of # card: ${amount}`,
    other: `Cheapest copies of # cards, one of each: ${amount}`,
  });
}

function totalOf([first = { amount: 0, currency: 'USD' }, ...rest]: Money[]): Money {
  return addMoney(first, ...rest);
}
