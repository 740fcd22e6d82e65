import { useLoaderData } from 'react-router';
import { listAddress } from '#kernel/numbers/paging.ts';
import { dayMonthYear } from '#kernel/time.ts';
import { pageRefusal, pageScope, requirePageActor } from '#platform/http/page.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { CardBack } from '#ui/card/card-back.tsx';
import { PhotoImg } from '#ui/card/photo-img.tsx';
import { Price } from '#ui/card/price.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Breadcrumbs } from '#ui/page/breadcrumbs.tsx';
import { PageLinks } from '#ui/page/page-links.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import '../components/own/deleted.css';
import { moveWords } from '../components/own/moves.ts';
import { useMove } from '../components/own/use-move.ts';
import { listingPolicy } from '../model/listing.policy.ts';
import { type DeletedListing, listDeleted } from '../own-listings/deleted-listings.server.ts';
import type { Route } from './+types/deleted-listings.ts';

const path = '/dashboard/listings/deleted';
const pageSize = 40;

/** What a seller deleted within a month, to restore it. */
export async function loader(args: Route.LoaderArgs) {
  const actor = requirePageActor(args, listingPolicy, 'list what is not for sale');
  const { platform } = pageScope(args.context);
  const cursor = new URL(args.request.url).searchParams.get('cursor');
  const page = await listDeleted(platform, actor.id, { cursor, limit: pageSize }).catch(pageRefusal);
  return { ...page, isFirst: cursor === null };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Deleted listings',
    description: 'Your deleted listings.',
    path,
    noIndex: true,
  });

export default function DeletedListingsPage() {
  const { items, nextCursor, isFirst } = useLoaderData<typeof loader>();
  return (
    <>
      <Breadcrumbs trail={[{ label: 'Listings', to: '/dashboard/listings' }, { label: 'Deleted listings' }]} />
      <div className="dh">
        <div>
          <h1>Deleted listings</h1>
          <p className="dim">You can restore a listing for 30 days, with its photos and favorites.</p>
        </div>
      </div>
      {items.length === 0 ? (
        <EmptyState
          title="No deleted listings"
          action={<ButtonLink to="/dashboard/listings">Back to listings</ButtonLink>}
        >
          Deleted listings stay here for 30 days. Deleted drafts don’t.
        </EmptyState>
      ) : (
        <ul className="panel del-l" aria-label="Deleted listings">
          {items.map((listing) => (
            <Row key={listing.id} listing={listing} />
          ))}
        </ul>
      )}
      <PageLinks
        label="More deleted listings"
        className="mt-6"
        newest={!isFirst && ['Newest', path]}
        older={nextCursor !== null && ['Older', listAddress(path, { cursor: nextCursor })]}
      />
    </>
  );
}

function Row({ listing: { id, name, setLine, photo, price, until } }: { listing: DeletedListing }) {
  const { busy, move } = useMove(id, name);
  const { button, busy: busyLabel } = moveWords.restore;
  return (
    <li>
      <span className="mini-art">{photo ? <PhotoImg photo={photo} sizes="42px" alt="" /> : <CardBack />}</span>
      <div className="min-w-0">
        <p className="truncate font-semibold">{name}</p>
        <p className="dim truncate text-[0.8125rem]">{setLine}</p>
        <p className="dim text-[0.8125rem]">Can be restored until {dayMonthYear(new Date(until))}</p>
      </div>
      <Price value={price} />
      <form
        method="post"
        action={`/listings/${id}/move`}
        onSubmit={(event) => {
          event.preventDefault();
          move('restore');
        }}
      >
        <input type="hidden" name="plain" value="1" />
        <input type="hidden" name="move" value="restore" />
        <Button
          type="submit"
          size="sm"
          aria-label={`${button}: ${name}`}
          busy={busy === 'restore'}
          busyLabel={busyLabel}
        >
          {button}
        </Button>
      </form>
    </li>
  );
}
