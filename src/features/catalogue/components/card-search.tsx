import { useEffect, useState } from 'react';
import { plural } from '#kernel/format.ts';
import { formatMoney, type Money } from '#kernel/numbers/money.ts';
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

/** Cards that are listed. */
const most = 12;
/** Cards of one search: the sets to choose from are those of all of them. */
const mostRead = 36;
/** The pause in typing before the search. */
const pauseMs = 120;

/** Cards that match while one types. `within`: one set only. */
export function useCardSearch(
  words: string,
  within: { game: string; code: string } | null,
): { cards: CardChoice[]; sets: SetChoice[]; offers: CardOffers; state: CardSearchState } {
  const scope = within ? `&game=${encodeURIComponent(within.game)}&set=${encodeURIComponent(within.code)}` : '';
  const addressOf = (q: string) => `/api/catalogue/cards?limit=${mostRead}&q=${encodeURIComponent(q)}${scope}`;
  const { answer, state } = useTypedSearch<{ items: CardChoice[] }>(words, addressOf, {
    pauseMs,
    onAnswer: ({ items }) =>
      announce(
        items.length > 0
          ? plural(Math.min(items.length, most), { one: '# card found', other: '# cards found' })
          : 'No cards found',
      ),
  });
  const found = answer?.items ?? [];
  const cards = found.slice(0, most);
  return { cards, sets: setsOf(found), offers: useCardOffers(cards), state };
}

/** A set that a search is limited to. */
export interface SetChoice {
  game: string;
  code: string;
  name: string;
}

/** The sets of cards, by name. */
function setsOf(cards: readonly CardChoice[]): SetChoice[] {
  const sets = new Map(
    cards.flatMap(({ game, setCode, setName }) =>
      setCode === null ? [] : [[`${game} ${setCode}`, { game, code: setCode, name: setName ?? setCode }]],
    ),
  );
  return [...sets.values()].sort((a, b) => a.name.localeCompare(b.name));
}

/** The active listings of cards; those without one are absent. */
export type CardOffers = Readonly<Record<string, { count: number; lowest: Money }>>;

/** Reads the offers of all listed cards at once; they are shown as soon as they are here. */
function useCardOffers(cards: readonly CardChoice[]): CardOffers {
  const [offers, setOffers] = useState<CardOffers>({});
  const ids = cards.map(({ id }) => id).join(',');
  useEffect(() => {
    if (ids === '') return;
    const stop = new AbortController();
    fetch(`/api/search/card-offers?cards=${ids}`, { signal: stop.signal })
      .then(async (response) => {
        if (!response.ok) return;
        const { items } = (await response.json()) as { items: { cardId: string; count: number; lowest: Money }[] };
        setOffers(Object.fromEntries(items.map(({ cardId, ...offer }) => [cardId, offer])));
      })
      .catch(() => {});
    return () => stop.abort();
  }, [ids]);
  return offers;
}

/** The cards below a search field. */
export function CardOptions({
  list,
  cards,
  offers,
}: Pick<ComboListProps<CardChoice>, 'list'> & { cards: CardChoice[]; offers: CardOffers }) {
  return (
    <ComboList list={list} label="Cards" rows={cards} keyOf={({ id }) => id}>
      {({ id, name, setName, number, rarity, game, artUrl }) => (
        <>
          {artUrl && <img src={artUrl} alt="" width={63} height={88} loading="lazy" decoding="async" />}
          <span className="combo-t">
            <b>{name}</b>
            <small>{[setName, number, rarity && rarityName(rarity)].filter(Boolean).join(' · ')}</small>
          </span>
          {offers[id] && (
            <span className="combo-n">
              {plural(offers[id].count, {
                one: `# for sale from ${formatMoney(offers[id].lowest)}`,
                other: `# for sale from ${formatMoney(offers[id].lowest)}`,
              })}
            </span>
          )}
          <span className="tag">{ownValue(gameNames, game) ?? game}</span>
        </>
      )}
    </ComboList>
  );
}
