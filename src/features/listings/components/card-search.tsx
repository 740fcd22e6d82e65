import { useEffect, useState } from 'react';
import { announce } from '#ui/announce.tsx';
import { ComboList, type ComboListProps } from '#ui/combobox.tsx';
import { countOf } from './listing-words.ts';

export type CardSearchState = 'idle' | 'waiting' | 'found' | 'failed';

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
  /** How long nothing is typed before the catalogue is asked. */
  pauseMs: number;
  /** The last word of what is told to those who listen: "found", "suggested". */
  told: string;
}

/** Cards of the catalogue that match while one types. The last answer stays until the next one is here, so that the list does not flicker. */
export function useCardSearch<Card extends FoundCard>(
  words: string,
  { limit, scope = '', pauseMs, told }: Search,
): { cards: Card[]; state: CardSearchState } {
  const [answer, setAnswer] = useState<{ words: string; cards: Card[]; state: CardSearchState }>({ words: '', cards: [], state: 'idle' });
  const wanted = words.trim();
  useEffect(() => {
    if (wanted.length < 2) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const response = await fetch(`/api/catalogue/cards?limit=${limit}&q=${encodeURIComponent(wanted)}${scope}`, { signal: stop.signal });
        const { items } = (await response.json()) as { items?: Card[] };
        setAnswer({ words: wanted, cards: items ?? [], state: items ? 'found' : 'failed' });
        announce(items?.length ? `${countOf(items.length, 'card')} ${told}` : `No cards ${told}`);
      } catch {
        if (!stop.signal.aborted) setAnswer({ words: wanted, cards: [], state: 'failed' });
      }
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [wanted, limit, scope, pauseMs, told]);
  if (wanted.length < 2) return { cards: [], state: 'idle' };
  return { cards: answer.cards, state: answer.words === wanted ? answer.state : answer.cards.length > 0 ? 'found' : 'waiting' };
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
