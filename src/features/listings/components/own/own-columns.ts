import type { OwnSort, OwnTab } from './own-query.ts';

/** The columns that a seller can hide; card, price, status and actions always show. */
export const ownColumns = [
  { name: 'condition', label: 'Condition' },
  { name: 'compared', label: 'Price comparison' },
  { name: 'quantity', label: 'Quantity' },
  { name: 'views', label: 'Views' },
  { name: 'favorites', label: 'Favorites' },
  { name: 'ending', label: 'Time left' },
] as const;
export type OwnColumnName = (typeof ownColumns)[number]['name'];

/** A saved tab, sort and search. */
export interface SavedView {
  name: string;
  tab: OwnTab;
  sort: OwnSort;
  search: string;
}

/** How a seller's table of listings looks. */
export interface OwnTableSettings {
  hidden: OwnColumnName[];
  isCompact: boolean;
  views: SavedView[];
}
