import { Link } from 'react-router';
import { cardAddress } from '#features/catalogue/widgets.tsx';
import { formatMoney, type Money } from '#kernel/money.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { type BrowseQuery, browseLink } from './browse-address.ts';
import type { Applied } from './browse-query.ts';
import { countOf } from './listing-words.ts';

export interface NothingFoundProps {
  query: BrowseQuery;
  applied: readonly Applied[];
  /** The filter whose removal brings back most, and how much. */
  strictest: { key: string; total: number } | null;
  didYouMean: string | null;
  known: readonly KnownCard[];
  isEmptyMarket: boolean;
}

/** A card of the catalogue that the search may mean. */
export interface KnownCard {
  id: string;
  name: string;
  /** `Evolving Skies · 215`. */
  line: string;
  /** Of the cheapest copy; null where nobody sells one. */
  from: Money | null;
}

/** Nothing for this search: names the filter that is in the way, or the spelling that was meant. */
export default function NothingFound({ query, applied, strictest, didYouMean, known, isEmptyMarket }: NothingFoundProps) {
  if (isEmptyMarket) {
    return (
      <EmptyState
        title="No cards for sale yet"
        action={
          <ButtonLink kind="primary" to="/listings/create">
            List the first card
          </ButtonLink>
        }
      >
        This market is new. Cards appear here as members list them.
      </EmptyState>
    );
  }
  const inTheWay = applied.find(({ key }) => key === strictest?.key);
  const only = applied.length === 1 ? applied[0] : undefined;
  return (
    <>
      <EmptyState
        title={query.q && only?.key === 'q' ? `No cards found for “${query.q}”` : 'No cards match all of this'}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            {inTheWay && strictest && strictest.total > 0 && (
              <ButtonLink kind="primary" to={browseLink(query, inTheWay.without)} preventScrollReset>
                Remove {inTheWay.label}
              </ButtonLink>
            )}
            <ButtonLink to="/browse">Clear all filters</ButtonLink>
            {query.q && known.length === 0 && (
              <ButtonLink to={`/wanted/create?title=${encodeURIComponent(query.q)}`}>Say that you want it</ButtonLink>
            )}
          </div>
        }
      >
        {didYouMean && (
          <>
            Did you mean{' '}
            <Link className="link" to={browseLink(query, { q: didYouMean })}>
              {didYouMean}
            </Link>
            ?{' '}
          </>
        )}
        {inTheWay && strictest && strictest.total > 0
          ? `“${stripped(inTheWay.label)}” narrows it most. Without it there ${strictest.total === 1 ? 'is' : 'are'} ${countOf(strictest.total, 'card')}.`
          : known.length > 0
            ? 'Is it one of the cards below?'
            : 'Check the spelling, or search for the name or the number alone.'}
      </EmptyState>
      {known.length > 0 && <KnownCards cards={known} />}
    </>
  );
}

function stripped(label: string): string {
  return label.replaceAll(/[“”]/g, '');
}

/** Cards that exist: what each is to be had for, or the way to be told of the first copy. */
function KnownCards({ cards }: { cards: readonly KnownCard[] }) {
  return (
    <section className="mx-auto mt-8 max-w-[560px]" aria-labelledby="known-cards">
      <h3 id="known-cards" className="mb-2">
        In the catalogue
      </h3>
      <ul className="divide-y divide-border border-y border-border">
        {cards.map(({ id, name, line, from }) => (
          <li key={id} className="flex items-center gap-3 py-2.5">
            <span className="min-w-0 grow">
              <Link className="link" to={cardAddress(id)}>
                {name}
              </Link>
              <span className="dim block text-[13px]">
                {line} · {from ? `from ${formatMoney(from)}` : 'nobody sells one right now'}
              </span>
            </span>
            {from ? (
              <ButtonLink size="sm" to={cardAddress(id)} aria-label={`See copies: ${name}, ${line}`}>
                See copies
              </ButtonLink>
            ) : (
              <ButtonLink size="sm" to={`/wanted/create?card=${id}`} aria-label={`Want this: ${name}, ${line}`}>
                Want this
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
