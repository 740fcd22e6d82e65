import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { cardAddress } from '#features/catalogue/widgets.tsx';
import { plural } from '#kernel/format.ts';
import { formatMoney, type Money } from '#kernel/numbers/money.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { type BrowseQuery, browseLink } from './browse-address.ts';
import type { Applied } from './browse-query.ts';

export interface NothingFoundProps {
  query: BrowseQuery;
  applied: readonly Applied[];
  /** The filter whose removal adds most matches, and how many. */
  strictest: { key: string; total: number } | null;
  didYouMean: string | null;
  known: Known;
  isEmptyMarket: boolean;
}

/** What of the catalogue the search may mean. */
export interface Known {
  sets: readonly KnownSet[];
  cards: readonly KnownCard[];
}

interface KnownSet {
  to: string;
  name: string;
  /** `Pokémon · 1999 · 64 cards`. */
  line: string;
}

interface KnownCard {
  id: string;
  name: string;
  /** `Evolving Skies · 215`. */
  line: string;
  /** Of the cheapest copy; null where none is for sale. */
  from: Money | null;
}

/** Nothing for this search: names the filter that is in the way, or the spelling that was meant. */
export default function NothingFound({
  query,
  applied,
  strictest,
  didYouMean,
  known,
  isEmptyMarket,
}: NothingFoundProps) {
  if (isEmptyMarket) {
    return (
      <EmptyState
        title="No cards for sale yet"
        action={
          <ButtonLink kind="primary" to="/listings/create">
            List a card
          </ButtonLink>
        }
      >
        Listings appear here when members publish them.
      </EmptyState>
    );
  }
  const inTheWay = applied.find(({ key }) => key === strictest?.key);
  const only = applied.length === 1 ? applied[0] : undefined;
  const isOnlyWords = query.q !== '' && only?.key === 'q';
  const isKnown = known.sets.length + known.cards.length > 0;
  return (
    <>
      <EmptyState
        title={isOnlyWords ? `No results for “${query.q}”` : 'No results for these filters'}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            {inTheWay && strictest && strictest.total > 0 && (
              <ButtonLink kind="primary" to={browseLink(query, inTheWay.without)} preventScrollReset>
                Remove {inTheWay.label}
              </ButtonLink>
            )}
            <ButtonLink to="/browse">{isOnlyWords ? 'Clear search' : 'Clear filters'}</ButtonLink>
            {query.q && !isKnown && (
              <ButtonLink to={`/wanted/create?title=${encodeURIComponent(query.q)}`}>Create wanted post</ButtonLink>
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
          ? `Remove “${stripped(inTheWay.label)}” to see ${plural(strictest.total, { one: '# listing', other: '# listings' })}.`
          : isKnown
            ? 'Select one of the suggestions below.'
            : 'Check the spelling, or search for only the name or the number.'}
      </EmptyState>
      {isKnown && <InCatalogue {...known} />}
    </>
  );
}

function stripped(label: string): string {
  return label.replaceAll(/[“”]/g, '');
}

/** Alternatives: sets to browse; cards with their lowest price, or a wanted post for the first copy. */
function InCatalogue({ sets, cards }: Known) {
  return (
    <section className="mx-auto mt-8 max-w-[560px]" aria-labelledby="known-things">
      <h3 id="known-things" className="mb-2">
        In our card database
      </h3>
      <ul className="divide-y divide-border border-y border-border">
        {sets.map(({ to, name, line }) => (
          <Row key={to} to={to} name={name} line={line}>
            <ButtonLink size="sm" to={to} aria-label={`View set: ${name}, ${line}`}>
              View set
            </ButtonLink>
          </Row>
        ))}
        {cards.map(({ id, name, line, from }) => (
          <Row
            key={id}
            to={cardAddress(id)}
            name={name}
            line={`${line} · ${from ? `from ${formatMoney(from)}` : 'none for sale'}`}
          >
            {from ? (
              <ButtonLink size="sm" to={cardAddress(id)} aria-label={`View listings: ${name}, ${line}`}>
                View listings
              </ButtonLink>
            ) : (
              <ButtonLink
                size="sm"
                to={`/wanted/create?card=${id}`}
                aria-label={`Create wanted post: ${name}, ${line}`}
              >
                Create wanted post
              </ButtonLink>
            )}
          </Row>
        ))}
      </ul>
    </section>
  );
}

function Row({ to, name, line, children }: { to: string; name: string; line: string; children: ReactNode }) {
  return (
    <li className="flex items-center gap-3 py-2.5">
      <span className="min-w-0 grow">
        <Link className="link" to={to}>
          {name}
        </Link>
        <span className="dim block text-[0.8125rem]">{line}</span>
      </span>
      {children}
    </li>
  );
}
