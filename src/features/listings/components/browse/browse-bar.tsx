import { ArrowDownUp, ChevronDown, Grid2x2, Grid3x3, Rows3, SlidersHorizontal } from 'lucide-react';
import type { MouseEvent } from 'react';
import { Form, Link } from 'react-router';
import { formatNumber } from '#kernel/format.ts';
import { buttonClass } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { AppliedFilters } from './applied-filters.tsx';
import { type BrowseQuery, browseLink, browseParams, type View } from './browse-address.ts';
import { type Applied, sorts } from './browse-query.ts';
import { SaveSearch } from './save-search.tsx';

export interface BrowseBarProps {
  query: BrowseQuery;
  /** Whether the search has words, which some copies fit better than others. */
  isRanked: boolean;
  /** Null where nothing was counted. */
  total: number | null;
  approximate: boolean;
  applied: readonly Applied[];
  isMember: boolean;
  onSort(sort: string): void;
  onOpenFilters(event: MouseEvent): void;
}

const looks: [View, string, typeof Grid2x2][] = [
  ['grid', 'Grid', Grid2x2],
  ['compact', 'Compact grid', Grid3x3],
  ['table', 'Table', Rows3],
];

/** Above the results: how many, what narrows them, in which order, and how they are shown. */
export function BrowseBar({
  query,
  isRanked,
  total,
  approximate,
  applied,
  isMember,
  onSort,
  onOpenFilters,
}: BrowseBarProps) {
  const filtersLink = browseParams({ ...query, cursor: '' });
  filtersLink.set('filters', 'open');
  const params = browseParams({
    ...query,
    cursor: '',
    view: 'grid',
    allValues: false,
    sort: query.q ? 'relevance' : 'newest',
  });
  // A search that can't run can't be saved.
  const isSearch = params.size > 0 && total !== null;
  // The row of games says which one is chosen.
  const shown = applied.filter(({ key }) => key !== 'game');
  const inSheet = shown.filter(({ key }) => key !== 'q').length;
  return (
    <div className="bar">
      {total !== null && (
        <p className="cnt">
          {approximate && 'About '}
          <strong>{formatNumber(total)}</strong> {total === 1 ? 'listing' : 'listings'}
        </p>
      )}
      <AppliedFilters applied={shown} link={(without) => browseLink(query, without)} />
      {isSearch && <SaveSearch params={params} isMember={isMember} />}
      <span className="sp hide-s" />
      <Link
        className={buttonClass({ size: 'sm' }, 'md:hidden')}
        to={`/browse?${filtersLink}`}
        onClick={onOpenFilters}
        preventScrollReset
        data-guide="filters"
      >
        <Icon of={SlidersHorizontal} size={16} />
        Filters
        {inSheet > 0 && <span className="num">{inSheet}</span>}
      </Link>
      <Form action="/browse" className="sel sort" preventScrollReset>
        {[...browseParams({ ...query, cursor: '', sort: query.q ? 'relevance' : 'newest' })].map(([name, value]) => (
          <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
        ))}
        {/* On a phone the select lies over it, unseen: the longest order is wider than the space beside the filters. */}
        <span className={buttonClass({ size: 'sm' }, 'sort-b')} aria-hidden="true">
          <Icon of={ArrowDownUp} size={16} />
          <span>Sort</span>
        </span>
        <select
          aria-label="Sort by"
          name="sort"
          value={isRanked || query.sort !== 'relevance' ? query.sort : 'newest'}
          onChange={(event) => onSort(event.target.value)}
        >
          {sorts
            .filter(([value]) => value !== 'relevance' || isRanked)
            .map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
        </select>
        <Icon of={ChevronDown} size={16} />
        <noscript>
          <button type="submit" className="btn sm ml-2">
            Sort cards
          </button>
        </noscript>
      </Form>
      <nav className="seg" aria-label="View">
        {looks.map(([view, label, icon]) => (
          <Link
            key={view}
            to={browseLink(query, { view, cursor: query.cursor })}
            preventScrollReset
            aria-current={query.view === view ? 'true' : undefined}
            aria-label={label}
            data-tip={label}
          >
            <Icon of={icon} size={16} />
          </Link>
        ))}
      </nav>
    </div>
  );
}
