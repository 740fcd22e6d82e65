import type { ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';
import { Button } from '#ui/button.tsx';
import { cn } from '#ui/cn.ts';
import type { OwnShown } from '../../pages/own-listings.server.ts';
import { moveWords } from './moves.ts';
import type { OwnColumnName, OwnTableSettings } from './own-columns.ts';
import type { OwnSort } from './own-query.ts';
import { OwnRow } from './own-row.tsx';
import { SortHead } from './sort-head.tsx';
import { useSelection } from './use-selection.ts';

const formId = 'selected-listings';
/** The verbs for many at once; publishing needs each to be checked. */
const verbs = ['pause', 'resume', 'renew', 'remove'] as const;

/** A column of another feature. */
export interface OwnColumn {
  title: string;
  cell(listingId: string): ReactNode;
}

interface OwnTableProps {
  items: readonly OwnShown[];
  sort: OwnSort;
  settings: Pick<OwnTableSettings, 'hidden' | 'isCompact'>;
  column?: OwnColumn | undefined;
  now: string;
  /** The listings in the confirmation. */
  requestedIds: readonly string[];
  onDelete(listing: OwnShown): void;
  onSaved(): void;
}

/**
 * The listings of a page, each with a checkbox, and the verbs for the selection. A listing that an update removes
 * leaves the selection.
 */
export function OwnTable({
  items,
  sort,
  settings,
  column,
  now,
  requestedIds: asked,
  onDelete,
  onSaved,
}: OwnTableProps) {
  const ids = items.map(({ id }) => id);
  const { ticked, tick, select, onKeyDown } = useSelection(ids, asked);
  const shows = (name: OwnColumnName) => !settings.hidden.includes(name);
  const { formData, state } = useNavigation();
  const busy = state === 'submitting' && formData?.has('id') ? formData.get('move') : null;
  const selected = items.filter(({ id }) => ticked.has(id));
  return (
    <>
      <Form id={formId} method="post" preventScrollReset className="contents">
        <div
          className={cn('bulk', selected.length > 0 && 'at-hand')}
          role="toolbar"
          aria-label="Actions for selected listings"
        >
          <span aria-live="polite">
            <strong>{selected.length}</strong> selected
          </span>
          <Button type="submit" size="sm" formMethod="get" formAction="/dashboard/listings/bulk">
            Edit prices
          </Button>
          {verbs.map((verb) => (
            <Button
              key={verb}
              type="submit"
              size="sm"
              kind={verb === 'remove' ? 'danger-quiet' : 'default'}
              name="move"
              value={verb}
              busy={busy === verb}
            >
              {moveWords[verb].label}
            </Button>
          ))}
        </div>
      </Form>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard */}
      <section className="tw" tabIndex={0} aria-label="Listings, scrollable table">
        <table className={cn('tbl own', settings.isCompact && 'compact')}>
          <thead>
            <tr>
              <th className="cb">
                <label className="cbl">
                  <input
                    type="checkbox"
                    aria-label="Select all listings on this page"
                    checked={selected.length === items.length}
                    onChange={(event) => tick(ids, event.target.checked)}
                  />
                </label>
              </th>
              <SortHead column="name" sort={sort}>
                Card
              </SortHead>
              {shows('condition') && <th>Condition</th>}
              <SortHead column="price" sort={sort} className="n">
                Price
              </SortHead>
              {column && shows('compared') && <th className="n">{column.title}</th>}
              {shows('quantity') && <th className="n">Quantity</th>}
              {shows('views') && (
                <SortHead column="views" sort={sort} className="n">
                  Views
                </SortHead>
              )}
              {shows('favorites') && (
                <SortHead column="favorites" sort={sort} className="n">
                  Favorites
                </SortHead>
              )}
              {shows('ending') && (
                <SortHead column="ending" sort={sort}>
                  Time left
                </SortHead>
              )}
              <th>Status</th>
              <th>
                <span className="sr">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody onKeyDown={onKeyDown}>
            {items.map((listing) => (
              <OwnRow
                key={listing.id}
                listing={listing}
                shows={shows}
                beside={column?.cell(listing.id)}
                now={now}
                formId={formId}
                isSelected={ticked.has(listing.id)}
                onSelect={(isTicked, isRange) => select(listing.id, isTicked, isRange)}
                onDelete={() => onDelete(listing)}
                onSaved={onSaved}
              />
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
