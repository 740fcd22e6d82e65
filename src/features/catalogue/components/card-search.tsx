import { plural } from '#kernel/format.ts';
import { ownValue } from '#kernel/own-value.ts';
import { announce } from '#ui/feedback/announce.tsx';
import { ComboList, type ComboListProps } from '#ui/form/combobox.tsx';
import { type TypedSearchState, useTypedSearch } from '#ui/form/typed-search.ts';
import { rarityName } from '../model/fact-words.ts';
import { gameNames } from '../words.ts';

export type CardSearchState = TypedSearchState;

/** A card of the database as a form stores it. */
export interface CardChoice {
  id: string;
  game: string;
  setCode: string | null;
  setName: string | null;
  number: string | null;
  name: string;
  rarity: string | null;
  finishes: string[];
  artUrl: string | null;
}

/** Cards of one search. */
const most = 12;
/** The pause in typing before the search. */
const pauseMs = 120;

/** Cards that match while one types. `within`: one set only. */
export function useCardSearch(
  words: string,
  within: { game: string; code: string } | null,
): { cards: CardChoice[]; state: CardSearchState } {
  const scope = within ? `&game=${encodeURIComponent(within.game)}&set=${encodeURIComponent(within.code)}` : '';
  const addressOf = (q: string) => `/api/catalogue/cards?limit=${most}&q=${encodeURIComponent(q)}${scope}`;
  const { answer, state } = useTypedSearch<{ items: CardChoice[] }>(words, addressOf, {
    pauseMs,
    onAnswer: ({ items }) =>
      announce(
        items.length > 0 ? plural(items.length, { one: '# card found', other: '# cards found' }) : 'No cards found',
      ),
  });
  return { cards: answer?.items ?? [], state };
}

/** The cards below a search field. */
export function CardOptions({ list, cards }: Pick<ComboListProps<CardChoice>, 'list'> & { cards: CardChoice[] }) {
  return (
    <ComboList list={list} label="Cards" rows={cards} keyOf={({ id }) => id}>
      {({ name, setName, number, rarity, game, artUrl }) => (
        <>
          {artUrl && <img src={artUrl} alt="" width={63} height={88} loading="lazy" decoding="async" />}
          <span className="combo-t">
            <b>{name}</b>
            <small>{[setName, number, rarity && rarityName(rarity)].filter(Boolean).join(' · ')}</small>
          </span>
          <span className="tag">{ownValue(gameNames, game) ?? game}</span>
        </>
      )}
    </ComboList>
  );
}
