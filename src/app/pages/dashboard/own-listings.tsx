import { actOnOwnListings, listingPolicy, loadOwnListings } from '#features/listings/index.server.ts';
import { OwnListings } from '#features/listings/widgets.tsx';
import { besideMarket, seesPriceHistory } from '#features/prices/index.server.ts';
import { isCompared, LowestDifference, MarketDifference } from '#features/prices/widgets.tsx';
import { definitionOf } from '#features/tiers/index.server.ts';
import { connectionOf } from '#platform/db/db.ts';
import { pageRefusal, pageScope, requirePageActor, requirePageForm } from '#platform/http/page.ts';
import { answerForm } from '#platform/http/page-form.server.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import type { Route } from './+types/own-listings.ts';

/** One's own listings, each compared with the market price or the lowest price for sale. */
export async function loader(args: Route.LoaderArgs) {
  const actor = requirePageActor(args, listingPolicy, 'list what is not for sale');
  const { platform } = pageScope(args.context);
  const own = await loadOwnListings(platform, actor, new URL(args.request.url).searchParams).catch(pageRefusal);
  const isCompared = await seesPriceHistory(platform.db, actor.id);
  const { hasBulkListingTools: hasBulkTools } = await definitionOf(platform.db, actor.id);
  return {
    own,
    hasBulkTools,
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

export default function OwnListingsPage({ loaderData: { own, hasBulkTools, market } }: Route.ComponentProps) {
  const byId = new Map(own.items.map((listing) => [listing.id, listing]));
  const cell = (id: string) => {
    const listing = byId.get(id);
    if (!listing) return null;
    const lowest = own.lowest[id];
    const beside = market?.[id];
    return market === null || (!beside && lowest !== undefined) ? (
      <LowestDifference price={listing.price} lowest={lowest} />
    ) : (
      <MarketDifference beside={beside} isCompared={isCompared(listing)} />
    );
  };
  const title = market === null ? 'vs lowest price' : 'vs market price';
  return <OwnListings data={own} hasBulkTools={hasBulkTools} column={{ title, cell }} />;
}
