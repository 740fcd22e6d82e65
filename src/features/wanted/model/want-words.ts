import { cardTitle, finishName } from '#features/catalogue/words.ts';
import { gameName, languageName } from '#features/listings/widgets.tsx';
import { conditionName } from '#kernel/cards/conditions.ts';
import { plural } from '#kernel/format.ts';
import { formatMoney } from '#kernel/numbers/money.ts';
import type { Want } from '../contract.ts';

/** The fields of a tile only, so that a page of many stays small. */
export interface WantFacts
  extends Pick<
    Want,
    | 'id'
    | 'title'
    | 'game'
    | 'lowestCondition'
    | 'language'
    | 'finish'
    | 'highestPrice'
    | 'anyPrinting'
    | 'withPostage'
    | 'quantity'
    | 'status'
    | 'createdAt'
  > {
  owner: Pick<Want['owner'], 'username' | 'rating'>;
  card: Pick<NonNullable<Want['card']>, 'id' | 'setName' | 'number'> | null;
}

export function wantFacts(want: Want): WantFacts {
  const {
    id,
    title,
    game,
    lowestCondition,
    language,
    finish,
    highestPrice,
    anyPrinting,
    withPostage,
    quantity,
    status,
    createdAt,
    owner,
    card,
  } = want;
  return {
    id,
    title,
    game,
    lowestCondition,
    language,
    finish,
    highestPrice,
    anyPrinting,
    withPostage,
    quantity,
    status,
    createdAt,
    owner: { username: owner.username, rating: owner.rating },
    card: card && { id: card.id, setName: card.setName, number: card.number },
  };
}

/** Names the printing, which stands below the card's name. */
export function whichOf({ game, anyPrinting, card }: Pick<WantFacts, 'game' | 'anyPrinting' | 'card'>): string[] {
  return filled([
    card ? (anyPrinting ? 'Any printing' : cardTitle({ setName: card.setName, number: card.number })) : '',
    gameName(game),
  ]);
}

/** The terms of the copy, without those that may be any. */
export function copyTermsOf({
  lowestCondition,
  language,
  finish,
  quantity,
}: Pick<Want, 'lowestCondition' | 'language' | 'finish' | 'quantity'>): string[] {
  return filled([
    lowestCondition ? `${conditionName(lowestCondition)} or better` : '',
    language ? languageName(language) : '',
    finish ? finishName(finish) : '',
    quantity > 1 ? plural(quantity, { one: '# copy', other: '# copies' }) : '',
  ]);
}

/** The price that its owner pays, and whether it includes postage. */
export function priceWords({
  highestPrice,
  withPostage,
}: Pick<Want, 'highestPrice' | 'withPostage'>): [price: string, post: string] {
  return highestPrice
    ? [`Up to ${formatMoney(highestPrice)}`, withPostage ? 'incl. shipping' : 'plus shipping']
    : ['Any price', ''];
}

/** All terms, in a few words each. */
export function termsOf(want: Want): string[] {
  return [...whichOf(want), ...copyTermsOf(want), ...(want.highestPrice ? [priceWords(want).join(' ')] : [])];
}

const filled = (words: readonly string[]) => words.filter((one) => one !== '');

export const statusNames: Record<Want['status'], string> = {
  open: 'Open',
  filled: 'Found',
  closed: 'Closed',
  expired: 'Expired',
};

/** For visitors of an ended post. */
export const endNotes: Record<Exclude<Want['status'], 'open'>, string> = {
  filled: 'This card was found. The wanted post no longer accepts replies.',
  closed: 'This wanted post was closed and no longer accepts replies.',
  expired: 'This wanted post has expired and no longer accepts replies.',
};
