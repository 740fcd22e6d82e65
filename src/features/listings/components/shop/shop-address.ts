import { type BrowseQuery, browseParams } from '../browse/browse-address.ts';

/** A link to a seller's page with the same search and some changes; it scrolls to the cards. */
export function shopLink(query: BrowseQuery, change: Partial<BrowseQuery>): string {
  const wanted = { ...query, cursor: '', ...change, seller: '', allValues: false };
  const sort = wanted.sort === 'relevance' && !wanted.q ? 'newest' : wanted.sort;
  const params = browseParams({ ...wanted, sort }).toString();
  return `/profile/${query.seller}${params && `?${params}`}#for-sale`;
}

/** Whether anything narrows what the seller has. */
export function isNarrowed(query: BrowseQuery): boolean {
  const { sort: _sort, view: _view, ...rest } = query;
  return (
    browseParams({
      ...rest,
      sort: query.q ? 'relevance' : 'newest',
      view: 'grid',
      seller: '',
      allValues: false,
      cursor: '',
    }).size > 0
  );
}
