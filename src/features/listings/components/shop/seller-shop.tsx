import { type ReactNode, Suspense } from 'react';
import { Link } from 'react-router';
import type { SearchWarning } from '#features/catalogue/contract.ts';
import { eachFlag } from '#features/catalogue/words.ts';
import { formatNumber } from '#kernel/format.ts';
import { ownValue } from '#kernel/own-value.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { PageLinks } from '#ui/page/page-links.tsx';
import type { FacetValue } from '../../contract.ts';
import type { AdvancedNoteProps } from '../browse/advanced-note.tsx';
import { AppliedFilters } from '../browse/applied-filters.tsx';
import { type BrowseQuery, browseLink } from '../browse/browse-address.ts';
import { appliedFilters } from '../browse/browse-query.ts';
import { SearchWarnings } from '../browse/search-warnings.tsx';
import { ListingGrid } from '../listing-grid.tsx';
import type { TileFacts } from '../listing-words.ts';
import { isNarrowed, shopLink } from './shop-address.ts';
import { ShopFilters } from './shop-filters.tsx';
import './shop.css';

export interface ShopData {
  /** Its seller is whose page it is. */
  query: BrowseQuery;
  tiles: TileFacts[];
  liked: string[];
  nextCursor: string | null;
  total: number;
  approximate: boolean;
  sets: FacetValue[];
  finishes: FacetValue[];
  languages: FacetValue[];
  games: FacetValue[];
  setNames: Record<string, string>;
  advanced: AdvancedNoteProps | null;
  warnings: SearchWarning[];
}

interface Props {
  shop: ShopData;
  sellerName: string;
  viewerId: string | null;
  /** Where the seller has nothing for sale at all. */
  empty: ReactNode;
}

const AdvancedNote = lazyPart(() => import('../browse/advanced-note.tsx'));
const setsShown = 12;

/** A seller's listings for sale, with a search. Forms and links of the address: it works without scripts. */
export function SellerShop({ shop, sellerName, viewerId, empty }: Props) {
  const { query, tiles, total, sets, nextCursor } = shop;
  const narrowed = isNarrowed(query);
  const applied = appliedFilters(
    { ...query, seller: '' },
    { set: (value) => ownValue(shop.setNames, value) ?? value, seller: null },
  );
  if (total === 0 && !narrowed && !query.cursor) return empty;
  return (
    <>
      <ShopFilters shop={shop} sellerName={sellerName} />
      <SetChips query={query} sets={sets} />
      <div className="bar">
        <p className="cnt">
          {shop.approximate && 'About '}
          <strong>{formatNumber(total)}</strong> {total === 1 ? 'card' : 'cards'}
        </p>
        <AppliedFilters applied={applied} link={(without) => shopLink(query, without)} />
        <span className="sp hide-s" />
        <ButtonLink kind="ghost" size="sm" to={browseLink({ ...query, allValues: false }, {})}>
          All filters
        </ButtonLink>
      </div>
      <SearchWarnings warnings={shop.warnings} />
      {shop.advanced ? (
        <Suspense>
          <AdvancedNote {...shop.advanced} />
        </Suspense>
      ) : total === 0 ? (
        <EmptyState
          title="No matching listings"
          level={3}
          action={<ButtonLink to={shopLink(query, noFilters)}>Clear filters</ButtonLink>}
        >
          {sellerName} has other listings. Remove a filter to see them.
        </EmptyState>
      ) : (
        <ListingGrid
          listings={tiles}
          liked={shop.liked}
          viewerId={viewerId}
          label={`Listings from ${sellerName}`}
          ofOneSeller
        />
      )}
      <PageLinks
        label="More listings from this seller"
        size="sm"
        className="mt-6"
        newest={query.cursor !== '' && ['First results', shopLink(query, {})]}
        older={nextCursor !== null && ['More listings', shopLink(query, { cursor: nextCursor })]}
      />
    </>
  );
}

const noFilters: Partial<BrowseQuery> = {
  ...{ q: '', game: '', set: [], rarity: [], condition: [], finish: [], language: [] },
  ...{
    company: [],
    grade: [],
    edition: [],
    shipsFrom: [],
    shipsTo: '',
    graded: '',
    photo: '',
    minRating: '',
    ...eachFlag(() => '' as const),
    offers: false,
    minPrice: '',
    maxPrice: '',
    sort: 'newest',
  },
};

/** The sets that they sell most of; the select has them all. */
function SetChips({ query, sets }: { query: BrowseQuery; sets: readonly FacetValue[] }) {
  if (sets.length < 2) return null;
  return (
    <nav className="gs shop-sets" aria-label="Sets from this seller">
      {sets.slice(0, setsShown).map(({ value, label, count }) => {
        const isOn = query.set.includes(value);
        return (
          <Link
            key={value}
            className="chip"
            to={shopLink(query, { set: isOn ? [] : [value] })}
            preventScrollReset
            aria-current={isOn || undefined}
          >
            {label} <span className="dim">{formatNumber(count)}</span>
          </Link>
        );
      })}
    </nav>
  );
}
