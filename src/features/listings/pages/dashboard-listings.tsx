import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { listAddress } from '#kernel/paging.ts';
import { pageRefusal, pageScope, requirePageActor } from '#platform/http/page.ts';
import { useLive } from '#platform/realtime/react.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { PageLinks } from '#ui/page-links.tsx';
import { pageMeta } from '#ui/page-meta.ts';
import { DeleteDialog } from '../components/delete-dialog.tsx';
import '../components/listings.css';
import '../components/own-table.css';
import { OwnRow } from '../components/own-row.tsx';
import { isOwnTab, type OwnTab, ownTabs, statusesOf } from '../components/own-tabs.ts';
import { useMove } from '../components/use-move.ts';
import { listingPolicy } from '../listing.policy.ts';
import { listOwnListings } from '../own-listings.server.ts';
import type { Route } from './+types/dashboard-listings.ts';

export async function loader(args: Route.LoaderArgs) {
  const actor = requirePageActor(args, listingPolicy, 'list what is not for sale');
  const { platform } = pageScope(args.context);
  const asked = new URL(args.request.url).searchParams;
  const tab: OwnTab = isOwnTab(asked.get('tab')) ? (asked.get('tab') as OwnTab) : 'all';
  const params = new URLSearchParams({ status: statusesOf(tab).join(',') || 'all' });
  const page = await listOwnListings(platform, actor, params, { cursor: asked.get('cursor'), limit: 50 }).catch(pageRefusal);
  return { ...page, tab, now: platform.clock.now().toISOString() };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Your listings', description: 'Everything that you sell.', path: '/dashboard/listings', noIndex: true });

export default function DashboardListings({ loaderData }: Route.ComponentProps) {
  const { items, counts, tab, nextCursor, now } = loaderData;
  const [deleting, setDeleting] = useState<{ id: string; name: string } | null>(null);
  const { revalidate } = useRevalidator();
  useLive('me', {});
  const all = Object.values(counts).reduce((sum, n) => sum + (n ?? 0), 0);
  const countOfTab = (name: OwnTab) => (name === 'all' ? all : statusesOf(name).reduce((sum, status) => sum + (counts[status] ?? 0), 0));
  return (
    <>
      <div className="dh">
        <h1>Your listings</h1>
        <ButtonLink kind="primary" to="/listings/create">
          <Icon of={Plus} size={17} />
          New listing
        </ButtonLink>
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
          Cards that you sell stand here, with their views and favourites.
        </EmptyState>
      ) : (
        <section className="panel flush" aria-label="Listings">
          <nav className="tabs own-tabs" aria-label="Which listings">
            {ownTabs.map(({ name, label }) => (
              <Link
                key={name}
                to={name === 'all' ? '/dashboard/listings' : `?tab=${name}`}
                aria-current={name === tab ? 'page' : undefined}
                preventScrollReset
              >
                {label} <em>{countOfTab(name).toLocaleString('en')}</em>
              </Link>
            ))}
          </nav>
          {items.length === 0 ? (
            <p className="dim px-6 py-10 text-center">Nothing here at the moment.</p>
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard
            <section className="tw" tabIndex={0} aria-label="Listings, scrollable table">
              <table className="tbl own">
                <thead>
                  <tr>
                    <th>Card</th>
                    <th>Condition</th>
                    <th className="n">Price</th>
                    <th className="n">Copies</th>
                    <th className="n">Views</th>
                    <th className="n">Favourites</th>
                    <th>Time</th>
                    <th>Status</th>
                    <th>
                      <span className="sr">Actions</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {items.map((listing) => (
                    <OwnRow
                      key={listing.id}
                      listing={listing}
                      now={now}
                      onDelete={() => setDeleting({ id: listing.id, name: listing.name })}
                      onSaved={() => void revalidate()}
                    />
                  ))}
                </tbody>
              </table>
            </section>
          )}
        </section>
      )}
      <PageLinks
        label="More listings"
        className="mb-12 justify-center"
        newest={null}
        older={nextCursor !== null && ['Show older listings', listAddress('', { tab: tab === 'all' ? '' : tab, cursor: nextCursor })]}
      />
      {deleting && <Deleting key={deleting.id} {...deleting} onClose={() => setDeleting(null)} />}
    </>
  );
}

function Deleting({ id, name, onClose }: { id: string; name: string; onClose(): void }) {
  const { busy, move } = useMove(id, name, onClose);
  return <DeleteDialog open listingId={id} name={name} busy={busy === 'remove'} onClose={onClose} onDelete={() => move('remove')} />;
}
