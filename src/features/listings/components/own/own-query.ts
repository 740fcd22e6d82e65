import type { ListingStatus } from '../../model/listing.process.ts';

export const ownTabs = [
  { name: 'all', label: 'All', statuses: [] },
  { name: 'live', label: 'Live', statuses: ['active', 'reserved'] },
  { name: 'paused', label: 'Paused', statuses: ['paused', 'expired'] },
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
  { name: 'ending', label: 'Ending first' },
  { name: 'price-low', label: 'Lowest price first' },
  { name: 'price-high', label: 'Highest price first' },
] as const;
export type OwnSort = (typeof ownSorts)[number]['name'];

/** The state of an address; invalid values are ignored. */
export function readOwnQuery(params: URLSearchParams): { tab: OwnTab; sort: OwnSort; search: string } {
  const tab = params.get('tab');
  return {
    tab: isOwnTab(tab) ? tab : 'all',
    sort: ownSorts.find(({ name }) => name === params.get('sort'))?.name ?? 'newest',
    search: (params.get('q') ?? '').replaceAll('\0', '').trim().slice(0, 100),
  };
}
