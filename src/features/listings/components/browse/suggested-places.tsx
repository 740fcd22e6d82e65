import { setAddress } from '#features/catalogue/widgets.tsx';
import { formatNumber, plural } from '#kernel/format.ts';
import { formatMoney } from '#kernel/numbers/money.ts';
import { Avatar } from '#ui/avatar.tsx';
import { announce } from '#ui/feedback/announce.tsx';
import { useTypedSearch } from '#ui/form/typed-search.ts';
import type { Suggestions } from '../../suggest/suggestion.contract.ts';
import { gameName } from '../listing-words.ts';

/** A row below the header's search: where it leads, and what is there. */
export interface SuggestedPlace {
  to: string;
  title: string;
  line: string;
  /** At the end of the row. */
  tag: string;
  picture: { art: string } | { avatarOf: string; url: string | null } | null;
}

const addressOf = (q: string) => `/api/search/suggestions?q=${encodeURIComponent(q)}`;

/** What the header's search may mean, while it is typed; null before there is an answer. */
export function useSuggestions(words: string): Suggestions | null {
  return useTypedSearch<Suggestions>(words, addressOf, {
    pauseMs: 90,
    onAnswer({ cards, sets, sellers }) {
      const n = cards.length + sets.length + sellers.length;
      announce(n === 0 ? 'No suggestions' : plural(n, { one: '# suggestion', other: '# suggestions' }));
    },
  }).answer;
}

/** `12 listings from $6.75`. */
function copiesWords({ copies, from }: Suggestions['cards'][number]): string {
  if (copies === 0 || from === null) return 'None for sale';
  const amount = formatMoney(from);
  return plural(copies, { one: `# listing from ${amount}`, other: `# listings from ${amount}` });
}

export function suggestedPlaces(found: Suggestions | null): SuggestedPlace[] {
  if (found === null) return [];
  return [
    ...found.cards.map((card) => ({
      to: `/cards/${card.id}`,
      title: card.name,
      line: [card.setName, card.number].filter(Boolean).join(' · '),
      tag: copiesWords(card),
      picture: card.artUrl === null ? null : { art: card.artUrl },
    })),
    ...found.sets.map(({ game, setCode, setName, cards }) => ({
      to: setAddress(game, setCode),
      title: setName,
      line: `Set · ${gameName(game)}`,
      tag: plural(cards, { one: '# card', other: '# cards' }),
      picture: null,
    })),
    ...found.sellers.map(({ id, username, avatarUrl, forSale }) => ({
      to: `/profile/${id}`,
      title: username,
      line: 'Seller',
      tag: `${formatNumber(forSale)} for sale`,
      picture: { avatarOf: username, url: avatarUrl },
    })),
  ];
}

export function SuggestionRow({ place: { title, line, tag, picture } }: { place: SuggestedPlace }) {
  return (
    <>
      {picture && 'art' in picture && (
        <img src={picture.art} alt="" width={63} height={88} loading="lazy" decoding="async" />
      )}
      {picture && 'avatarOf' in picture && <Avatar name={picture.avatarOf} url={picture.url} size={30} />}
      <span className="combo-t">
        <b>{title}</b>
        <small>{line}</small>
      </span>
      <span className="combo-n">{tag}</span>
    </>
  );
}
