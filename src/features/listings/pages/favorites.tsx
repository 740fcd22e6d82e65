import { useState } from 'react';
import { redirect } from 'react-router';
import { formatMoney } from '#kernel/numbers/money.ts';
import { listAddress } from '#kernel/numbers/paging.ts';
import { pageRefusal, pageScope, requirePageActor } from '#platform/http/page.ts';
import { ButtonLink } from '#ui/button.tsx';
import { TileGrid } from '#ui/card/card-tile.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { useToast } from '#ui/feedback/toast.tsx';
import { PageLinks } from '#ui/page/page-links.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import '../components/listings.css';
import { ListingTile } from '../components/listing-tile.tsx';
import { tileFacts } from '../components/listing-words.ts';
import { addFavorite, listFavorites, removeFavorite } from '../favorites/favorites.server.ts';
import { listingPolicy } from '../model/listing.policy.ts';
import type { Route } from './+types/favorites.ts';

export async function loader(args: Route.LoaderArgs) {
  const actor = requirePageActor(args, listingPolicy, 'list one’s favourites');
  const { platform } = pageScope(args.context);
  const cursor = new URL(args.request.url).searchParams.get('cursor') ?? undefined;
  const page = await listFavorites(platform, actor, { cursor, limit: 40 }).catch(pageRefusal);
  return {
    favorites: page.items.map((item) => ({ tile: tileFacts(item), saved: item.savedPrice })),
    nextCursor: page.nextCursor,
    isFirst: cursor === undefined,
  };
}

/** The heart before scripts: done, then back to where it was pressed. */
export async function action(args: Route.ActionArgs) {
  const { platform, actor, address } = pageScope(args.context);
  const form = await args.request.formData();
  const id = String(form.get('listingId') ?? '');
  const listing = `/listings/${encodeURIComponent(id)}`;
  if (!actor) throw redirect(`/auth/sign-in?next=${encodeURIComponent(listing)}`);
  await (form.get('favorite') === '0'
    ? removeFavorite(platform, actor, id)
    : addFavorite(platform, actor, id, address)
  ).catch(pageRefusal);
  const from = args.request.headers.get('referer');
  const back = from && URL.canParse(from) ? new URL(from) : null;
  throw redirect(back && back.host === args.request.headers.get('host') ? back.pathname + back.search : listing);
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Favorites',
    description: 'Your favorite listings and their price changes.',
    path: '/favorites',
    noIndex: true,
  });

export default function Favorites({ loaderData }: Route.ComponentProps) {
  const { favorites, nextCursor, isFirst } = loaderData;
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const toast = useToast();
  const shown = favorites.filter(({ tile }) => !gone.has(tile.id));

  const hide = (id: string, hidden: boolean) =>
    setGone((before) => new Set(hidden ? [...before, id] : [...before].filter((other) => other !== id)));
  const dropped = (id: string, name: string) => {
    hide(id, true);
    const undo = async () => {
      const answer = await fetch(`/api/favorites/${id}`, { method: 'PUT' }).catch(() => null);
      if (answer?.ok) hide(id, false);
      else
        toast({
          tone: 'bad',
          title: 'Couldn’t restore this favorite',
          text: `Find ${name} and select the heart again.`,
        });
    };
    toast({ title: 'Removed from favorites', text: name, action: { label: 'Undo', onPress: () => void undo() } });
  };
  return (
    <>
      <div className="dh">
        <h1>Favorites</h1>
        <ButtonLink kind="ghost" to="/saved-searches#price-alerts">
          Searches and alerts
        </ButtonLink>
      </div>
      {shown.length === 0 && isFirst && !nextCursor ? (
        <EmptyState
          title="No favorites yet"
          action={
            <ButtonLink kind="primary" to="/browse">
              Browse cards
            </ButtonLink>
          }
        >
          Select the heart on a listing to add it here and track its price.
        </EmptyState>
      ) : (
        <TileGrid label="Favorites">
          {shown.map(({ tile, saved }, at) => (
            <li key={tile.id} className="flex flex-col">
              <ListingTile
                listing={tile}
                liked
                isMember
                level={2}
                priority={at < 4 ? 'eager' : 'lazy'}
                onFavorite={(liked) => !liked && dropped(tile.id, tile.name)}
              />
              <p className="mt-1 px-1 text-[0.78125rem]">{changeSince(saved, tile.price)}</p>
            </li>
          ))}
        </TileGrid>
      )}
      <PageLinks
        label="More favorites"
        className="mt-8 justify-center"
        newest={!isFirst && ['Newest favorites', '/favorites']}
        older={nextCursor !== null && ['Older favorites', listAddress('/favorites', { cursor: nextCursor })]}
      />
    </>
  );
}

type Money = Parameters<typeof formatMoney>[0];

/** What became of the price since it was saved. */
function changeSince(saved: Money, now: Money) {
  if (saved.currency !== now.currency)
    return <span className="dim">Was {formatMoney(saved)} when you favorited it</span>;
  const by = now.amount - saved.amount;
  if (by === 0) return null;
  const amount = formatMoney({ amount: Math.abs(by), currency: now.currency });
  return by < 0 ? (
    <span className="good">{amount} less than when you favorited it</span>
  ) : (
    <span className="dim">{amount} more than when you favorited it</span>
  );
}
