import { finishName } from '#features/catalogue/words.ts';
import { gameName, languageName } from '#features/listings/widgets.tsx';
import { formatMoney } from '#kernel/money.ts';
import { readCondition } from '#ui/conditions.ts';
import type { Want } from './contract.ts';

/** What a want asks for, in a few words each; what may be any is left out. */
export function termsOf({ game, lowestCondition, language, finish, highestPrice, withPostage, anyPrinting, quantity, card }: Want): string[] {
  return [
    card ? (anyPrinting ? 'Any printing' : [card.setName, card.number].filter(Boolean).join(' ')) : '',
    gameName(game),
    lowestCondition ? `${readCondition(lowestCondition).long} or better` : '',
    language ? languageName(language) : '',
    finish ? finishName(finish) : '',
    highestPrice ? `up to ${formatMoney(highestPrice)} ${withPostage ? 'with post' : 'without post'}` : '',
    quantity > 1 ? `${quantity} copies` : '',
  ].filter((words) => words !== '');
}

export const statusWords: Record<Want['status'], string> = {
  open: 'Open',
  filled: 'Filled: it has been found.',
  closed: 'Closed.',
  expired: 'Its time is over.',
};
