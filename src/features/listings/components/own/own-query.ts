import type { ListingStatus } from '../../model/listing.process.ts';

export const ownTabs = [
  { name: 'all', label: 'All', statuses: [] },
  { name: 'live', label: 'Active', statuses: ['active', 'reserved'] },
  { name: 'paused', label: 'Paused', statuses: ['paused'] },
  { name: 'ended', label: 'Ended', statuses: ['expired'] },
  { name: 'drafts', label: 'Drafts', statuses: ['draft'] },
  { name: 'sold', label: 'Sold', statuses: ['sold'] },
] as const satisfies readonly { name: string; label: string; statuses: readonly ListingStatus[] }[];

export type OwnTab = (typeof ownTabs)[number]['name'];

function isOwnTab(text: string | null): text is OwnTab {
  return ownTabs.some(({ name }) => name === text);
}

export function statusesOf(tab: OwnTab): readonly ListingStatus[] {
  return ownTabs.find(({ name }) => name === tab)?.statuses ?? [];
}

export const ownSorts = [
  { name: 'newest', label: 'Newest first' },
  { name: 'oldest', label: 'Oldest first' },
  { name: 'ending', label: 'Ending soonest' },
  { name: 'ending-last', label: 'Ending last' },
  { name: 'price-low', label: 'Lowest price first' },
  { name: 'price-high', label: 'Highest price first' },
  { name: 'name', label: 'Name, A to Z' },
  { name: 'name-last', label: 'Name, Z to A' },
  { name: 'views-high', label: 'Most views first' },
  { name: 'views-low', label: 'Fewest views first' },
  { name: 'favorites-high', label: 'Most favorites first' },
  { name: 'favorites-low', label: 'Fewest favorites first' },
] as const;
export type OwnSort = (typeof ownSorts)[number]['name'];

/** The two sorts of a column head; the first is chosen first. */
export const headSorts = {
  name: { first: 'name', ascending: 'name', descending: 'name-last' },
  price: { first: 'price-low', ascending: 'price-low', descending: 'price-high' },
  views: { first: 'views-high', ascending: 'views-low', descending: 'views-high' },
  favorites: { first: 'favorites-high', ascending: 'favorites-low', descending: 'favorites-high' },
  ending: { first: 'ending', ascending: 'ending', descending: 'ending-last' },
} as const satisfies Record<string, Record<'first' | 'ascending' | 'descending', OwnSort>>;
export type HeadSort = keyof typeof headSorts;

/** The direction of a column under a sort, and the sort that its head chooses next. */
export function headOf(
  column: HeadSort,
  sort: OwnSort,
): { way: 'ascending' | 'descending' | undefined; next: OwnSort } {
  const { first, ascending, descending } = headSorts[column];
  if (sort === ascending) return { way: 'ascending', next: descending };
  if (sort === descending) return { way: 'descending', next: ascending };
  return { way: undefined, next: first };
}

/** The state of an address; invalid values are ignored. */
export function readOwnQuery(params: URLSearchParams): { tab: OwnTab; sort: OwnSort; search: string } {
  const tab = params.get('tab');
  return {
    tab: isOwnTab(tab) ? tab : 'all',
    sort: ownSorts.find(({ name }) => name === params.get('sort'))?.name ?? 'newest',
    search: (params.get('q') ?? '').replaceAll('\0', '').trim().slice(0, 100),
  };
}
