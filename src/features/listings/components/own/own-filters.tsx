import type { ReactNode } from 'react';
import { Form, Link } from 'react-router';
import { formatNumber } from '#kernel/format.ts';
import { listAddress } from '#kernel/numbers/paging.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Select, TextInput } from '#ui/form/field.tsx';
import type { OwnListingPage } from '../../contract.ts';
import { type OwnSort, type OwnTab, ownSorts, ownTabs, statusesOf } from './own-query.ts';

interface OwnFiltersProps {
  counts: OwnListingPage['counts'];
  all: number;
  tab: OwnTab;
  /** Beside the way to bulk edit. */
  bulkMark: ReactNode;
  sort: OwnSort;
  search: string;
}

/** Tabs, search and order of one's own listings: links and a plain form, so that the address has the whole state. */
export function OwnFilters({ counts, all, tab, sort, search, bulkMark }: OwnFiltersProps) {
  const countOfTab = (name: OwnTab) =>
    name === 'all' ? all : statusesOf(name).reduce((sum, status) => sum + (counts[status] ?? 0), 0);
  const shown = { sort: sort === 'newest' ? '' : sort, q: search };
  return (
    <>
      <nav className="tabs own-tabs" aria-label="Listings by status">
        {ownTabs.map(({ name, label }) => (
          <Link
            key={name}
            to={listAddress('/dashboard/listings', { tab: name === 'all' ? '' : name, ...shown })}
            aria-current={name === tab ? 'page' : undefined}
            preventScrollReset
          >
            {label} <em>{formatNumber(countOfTab(name))}</em>
          </Link>
        ))}
      </nav>
      <Form
        className="own-find"
        role="search"
        action="/dashboard/listings"
        aria-label="Your listings"
        preventScrollReset
      >
        {tab !== 'all' && <input type="hidden" name="tab" value={tab} />}
        <TextInput
          label="Search your listings"
          mark={false}
          quiet
          type="search"
          name="q"
          maxLength={100}
          defaultValue={search}
          placeholder="Search card, set, number, SKU or location"
          enterKeyHint="search"
        />
        <Select label="Sort by" mark={false} quiet name="sort" defaultValue={sort}>
          {ownSorts.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </Select>
        <Button type="submit">Apply filters</Button>
        {tab !== 'sold' && (
          <ButtonLink to={listAddress('/dashboard/listings/bulk', { tab: tab === 'all' ? '' : tab, q: search })}>
            Bulk edit these listings
            {bulkMark}
          </ButtonLink>
        )}
      </Form>
    </>
  );
}
