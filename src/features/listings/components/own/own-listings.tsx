import { Plus } from 'lucide-react';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { listAddress } from '#kernel/numbers/paging.ts';
import { useLive } from '#platform/realtime/client/react.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { Icon } from '#ui/icon.tsx';
import { PageLinks } from '#ui/page/page-links.tsx';
import type { OwnListingsData } from '../../pages/own-listings.server.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import '../listings.css';
import './own-table.css';
import { AskToDelete, OwnAnswerNote } from './own-answer.tsx';
import { OwnFilters } from './own-filters.tsx';
import { type OwnColumn, OwnTable } from './own-table.tsx';
import { SavedViews, TableSettings } from './table-settings.tsx';
import { useMove } from './use-move.ts';

interface OwnListingsProps {
  data: OwnListingsData;
  /** Whether the plan has price rules, bulk edit, import and export. */
  hasBulkTools: boolean;
  /** A column of another feature: its heading, and its cell for a listing. */
  column?: OwnColumn | undefined;
}

/** On what leads to a feature of Premium. */
const premiumMark = <span className="tag">Premium</span>;

/** One's own listings: found, sorted, selected and changed. */
export function OwnListings({ data, hasBulkTools, column }: OwnListingsProps) {
  const { items, counts, tab, sort, search, table, isFirst, nextCursor, now } = data;
  const [deleting, setDeleting] = useState<Deleted | null>(null);
  const answer = useFormAnswer<ComponentProps<typeof OwnAnswerNote>['answer']>();
  const { revalidate } = useRevalidator();
  useLive('me', {});
  const all = Object.values(counts).reduce((sum, n) => sum + (n ?? 0), 0);
  const shown = { tab: tab === 'all' ? '' : tab, sort: sort === 'newest' ? '' : sort, q: search };
  const asking = answer?.asksToDelete;
  const said = useRef<HTMLDivElement>(null);
  // The buttons follow down a long list; what they did is said above it.
  useEffect(() => {
    if (answer) said.current?.scrollIntoView({ block: 'nearest' });
  }, [answer]);
  return (
    <>
      <div className="dh">
        <h1>Listings</h1>
        <div className="flex flex-wrap gap-2">
          <ButtonLink to="/dashboard/listings/rules">Price rules{!hasBulkTools && premiumMark}</ButtonLink>
          <ButtonLink to="/listings/import">Import and export{!hasBulkTools && premiumMark}</ButtonLink>
          <ButtonLink kind="primary" to="/listings/create">
            <Icon of={Plus} size={17} />
            List a card
          </ButtonLink>
        </div>
      </div>
      <div ref={said}>
        {answer && <OwnAnswerNote answer={answer} />}
        {asking && <AskToDelete ids={asking} />}
      </div>
      {all === 0 ? (
        <EmptyState
          title="No listings yet"
          action={
            <ButtonLink kind="primary" to="/listings/create">
              List your first card
            </ButtonLink>
          }
        >
          Your listings appear here with their views and favorites.
        </EmptyState>
      ) : (
        <section className="panel flush" aria-label="Listings">
          <OwnFilters
            key={`${tab} ${sort} ${search}`}
            counts={counts}
            all={all}
            tab={tab}
            sort={sort}
            search={search}
            bulkMark={hasBulkTools ? null : premiumMark}
          />
          <SavedViews views={table.views} shown={{ tab, sort, search }} />
          <TableSettings key={JSON.stringify(table)} settings={table} shown={{ tab, sort, search }} />
          {items.length === 0 ? (
            <p className="dim px-6 py-10 text-center">
              {search ? `No listings match “${search}”.` : 'No listings with this status.'}
            </p>
          ) : (
            <OwnTable
              // After the action the selection is cleared; deleting clears it after the confirmation.
              key={answer?.moved ? answer.moved.done.join() : ''}
              items={items}
              sort={sort}
              settings={table}
              column={column}
              now={now}
              requestedIds={asking ?? []}
              onDelete={({ id, name, status }) => setDeleting({ id, name, isDraft: status === 'draft' })}
              onSaved={() => void revalidate()}
            />
          )}
        </section>
      )}
      <PageLinks
        label="More listings"
        className="mb-12 justify-center"
        newest={!isFirst && ['First listings', listAddress('/dashboard/listings', shown)]}
        older={
          nextCursor !== null && [
            sort === 'newest' ? 'Older listings' : 'More listings',
            listAddress('/dashboard/listings', { ...shown, cursor: nextCursor }),
          ]
        }
      />
      <p className="mb-12 flex flex-wrap gap-x-5 gap-y-2">
        {items.length > 0 && (
          <a className="link" href={listAddress('/dashboard/listings/export.csv', shown)} download>
            Export this view as CSV
          </a>
        )}
        <Link className="link" to="/dashboard/listings/deleted">
          Deleted listings
        </Link>
      </p>
      {deleting && <Deleting key={deleting.id} {...deleting} onClose={() => setDeleting(null)} />}
    </>
  );
}

type Deleted = { id: string; name: string; isDraft: boolean };

function Deleting({ id, name, isDraft, onClose }: Deleted & { onClose(): void }) {
  const { busy, move } = useMove(id, name, onClose);
  return (
    <DeleteDialog
      open
      listingId={id}
      name={name}
      isDraft={isDraft}
      busy={busy === 'remove'}
      onClose={onClose}
      onDelete={() => move('remove')}
    />
  );
}
