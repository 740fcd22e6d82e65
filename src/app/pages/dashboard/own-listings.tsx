import { actOnOwnListings, listingPolicy, loadOwnListings } from '#features/listings/index.server.ts';
import { OwnListings } from '#features/listings/widgets.tsx';
import { besideMarket, seesPriceHistory } from '#features/prices/index.server.ts';
import { isCompared, MarketDifference } from '#features/prices/widgets.tsx';
import { connectionOf } from '#platform/db/db.ts';
import { pageRefusal, pageScope, requirePageActor, requirePageForm } from '#platform/http/page.ts';
import { answerForm } from '#platform/http/page-form.server.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import type { Route } from './+types/own-listings.ts';

/** One's own listings, with price history each beside what such copies sell for. */
export async function loader(args: Route.LoaderArgs) {
  const actor = requirePageActor(args, listingPolicy, 'list what is not for sale');
  const { platform } = pageScope(args.context);
  const own = await loadOwnListings(platform, actor, new URL(args.request.url).searchParams).catch(pageRefusal);
  const isCompared = await seesPriceHistory(platform.db, actor.id);
  return {
    own,
    market: isCompared ? await besideMarket(connectionOf(platform.db), own.items, platform.clock.now()) : null,
  };
}

export async function action(args: Route.ActionArgs) {
  const { actor, platform, form } = await requirePageForm(args, listingPolicy, 'list what is not for sale');
  return answerForm(form, ['price', 'listing'], () => actOnOwnListings(platform, actor, form));
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Listings',
    description: 'Your listings and drafts.',
    path: '/dashboard/listings',
    noIndex: true,
  });

export default function OwnListingsPage({ loaderData: { own, market } }: Route.ComponentProps) {
  const compared = new Set(own.items.filter(isCompared).map(({ id }) => id));
  if (market === null) return <OwnListings data={own} />;
  const cell = (id: string) => <MarketDifference beside={market[id]} isCompared={compared.has(id)} />;
  return <OwnListings data={own} column={{ title: 'vs market price', cell }} />;
}
