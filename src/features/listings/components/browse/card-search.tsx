import { announce } from '#ui/feedback/announce.tsx';
import { ComboList, type ComboListProps } from '#ui/form/combobox.tsx';
import { countOf } from '../listing-words.ts';
import { type TypedSearchState, useTypedSearch } from './typed-search.ts';

export type CardSearchState = TypedSearchState;

/** What the list below a search field shows of a card. */
export interface FoundCard {
  id: string;
  name: string;
  setName: string | null;
  number: string | null;
  artUrl: string | null;
}

interface Search {
  limit: number;
  /** Further parameters of the search, as a query string that begins with `&`. */
  scope?: string;
  /** The pause in typing before the catalogue is queried. */
  pauseMs: number;
  /** The last word of the live region's text: "found". */
  foundWord: string;
}

/** Cards of the catalogue that match while one types. */
export function useCardSearch<Card extends FoundCard>(
  words: string,
  { limit, scope = '', pauseMs, foundWord }: Search,
): { cards: Card[]; state: CardSearchState } {
  const addressOf = (q: string) => `/api/catalogue/cards?limit=${limit}&q=${encodeURIComponent(q)}${scope}`;
  const { answer, state } = useTypedSearch<{ items: Card[] }>(words, addressOf, {
    pauseMs,
    onAnswer: ({ items }) =>
      announce(items.length > 0 ? `${countOf(items.length, 'card')} ${foundWord}` : `No cards ${foundWord}`),
  });
  return { cards: answer?.items ?? [], state };
}

interface CardOptionsProps<Card extends FoundCard> extends Pick<ComboListProps<Card>, 'list'> {
  cards: readonly Card[];
  /** The small line under the name. */
  line(card: Card): readonly (string | null)[];
  /** A tag at the end of the row. */
  tag?(card: Card): string;
}

/** The cards below a search field. */
export function CardOptions<Card extends FoundCard>({ list, cards, line, tag }: CardOptionsProps<Card>) {
  return (
    <ComboList list={list} label="Cards" rows={cards} keyOf={({ id }) => id}>
      {(card) => (
        <>
          {card.artUrl && <img src={card.artUrl} alt="" width={63} height={88} loading="lazy" decoding="async" />}
          <span className="combo-t">
            <b>{card.name}</b>
            <small>{line(card).filter(Boolean).join(' · ')}</small>
          </span>
          {tag && <span className="tag">{tag(card)}</span>}
        </>
      )}
    </ComboList>
  );
}
