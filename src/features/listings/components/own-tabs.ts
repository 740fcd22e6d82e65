import type { ListingStatus } from '../listing.process.ts';

export const ownTabs = [
  { name: 'all', label: 'All', statuses: [] },
  { name: 'live', label: 'Live', statuses: ['active', 'reserved'] },
  { name: 'paused', label: 'Paused', statuses: ['paused', 'expired'] },
  { name: 'drafts', label: 'Drafts', statuses: ['draft'] },
  { name: 'sold', label: 'Sold', statuses: ['sold'] },
] as const satisfies readonly { name: string; label: string; statuses: readonly ListingStatus[] }[];

export type OwnTab = (typeof ownTabs)[number]['name'];

export function isOwnTab(text: string | null): text is OwnTab {
  return ownTabs.some(({ name }) => name === text);
}

export function statusesOf(tab: OwnTab): readonly ListingStatus[] {
  return ownTabs.find(({ name }) => name === tab)?.statuses ?? [];
}
