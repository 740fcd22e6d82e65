import { Link } from 'react-router';
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
  isEmptyMarket: boolean;
}

/** Nothing for this search: names the filter that is in the way, or the spelling that was meant. */
export function NothingFound({ query, applied, strictest, didYouMean, isEmptyMarket }: NothingFoundProps) {
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
        : 'Check the spelling, or search for the name or the number alone.'}
    </EmptyState>
  );
}

function stripped(label: string): string {
  return label.replaceAll(/[“”]/g, '');
}
