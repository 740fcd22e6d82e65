import { Suspense } from 'react';
import { Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { isFollowing } from '#features/alerts/index.server.ts';
import { FollowButton } from '#features/alerts/widgets.tsx';
import { loadSellerShop } from '#features/listings/index.server.ts';
import { isNarrowed, SellerShop, type ShopData } from '#features/listings/widgets.tsx';
import { getPublicProfile } from '#features/members/index.server.ts';
import { ProfileHeader, profileWords } from '#features/members/widgets.tsx';
import { findBlockBetween } from '#features/messages/index.server.ts';
import { BlockNote, MessageButton } from '#features/messages/widgets.tsx';
import { countStars, listReviewsOf } from '#features/reviews/index.server.ts';
import { FactsPanel, ReviewList } from '#features/reviews/widgets.tsx';
import { sharePictureOf } from '#features/reviews/words.ts';
import { sellerTermsOf } from '#features/traders/index.server.ts';
import { SellerTermsPanel } from '#features/traders/widgets.tsx';
import { withOrganization } from '#features/traders/words.ts';
import { hasReturnNotice } from '#features/vacations/index.server.ts';
import { AwayNote } from '#features/vacations/widgets.tsx';
import { formatNumber } from '#kernel/format.ts';
import { listAddress } from '#kernel/numbers/paging.ts';
import { pageRefusal, pageScope } from '#platform/http/page.ts';
import { useLive } from '#platform/realtime/client/react.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';

const mostReviews = 10;

/**
 * The public profile of a member, by id or username, with their listings or the reviews about them; two tabs where
 * there are both. Needs no sign-in.
 */
export async function loader({ params, context, request }: LoaderFunctionArgs) {
  const scope = pageScope(context);
  const { platform, actor } = scope;
  const profile = await getPublicProfile(platform.db, params.id ?? '', platform.clock.now()).catch(pageRefusal);
  const block = actor && (await findBlockBetween(platform.db, actor.id, profile.id));
  const searchParams = new URL(request.url).searchParams;
  const shop = block ? null : await loadSellerShop(platform, scope, profile.id, searchParams).catch(pageRefusal);
  const cursor = searchParams.get('reviews') ?? undefined;
  const stars = await countStars(platform.db, profile.id);
  const tabs = tabsOf(profile.id, shop, stars, cursor !== undefined || searchParams.get('tab') === 'reviews');
  const reviews = await listReviewsOf(platform.db, actor?.id ?? null, profile.id, { cursor, limit: mostReviews }).catch(
    pageRefusal,
  );
  const viewerId = actor?.id ?? null;
  const [following, isWaiting] = await Promise.all([
    isFollowing(platform.db, viewerId, profile.id),
    hasReturnNotice(platform.db, viewerId, profile.id),
  ]);
  const authors = reviews.items.map(({ author }) => `profile:${author.id}`);
  scope.dependsOn([`profile:${profile.id}`, ...authors, ...(shop?.tiles ?? []).map(({ id }) => `listing:${id}`)]);
  return {
    profile,
    block,
    tabs,
    shop: tabs?.isReviews ? null : shop,
    terms: await sellerTermsOf(platform.db, profile.id),
    askedForReturn: profile.vacation !== null && isWaiting,
    reviews: { ...reviews, stars, isNewest: cursor === undefined },
    following,
    viewerId,
    now: platform.clock.now().toISOString(),
  };
}

export const meta = ({ matches, loaderData }: MetaArgs<typeof loader>) =>
  pageMeta(
    matches,
    loaderData
      ? {
          ...withOrganization(profileWords(loaderData.profile), loaderData.terms),
          image: sharePictureOf(loaderData.profile),
        }
      : {
          title: 'Profile not found',
          description: 'We couldn’t find this profile. It may have been deleted.',
          path: '/',
          noIndex: true,
        },
  );

export default function ProfilePage() {
  const { profile, block, tabs, shop, terms, askedForReturn, reviews, following, viewerId, now } =
    useLoaderData<typeof loader>();
  useLive('profile', { id: profile.id });
  const isOwn = viewerId === profile.id;
  const sells = tabs !== null || (shop !== null && shop.total > 0);
  const isMeasured = profile.facts.orders.sample + profile.facts.replyHoursMedian.sample > 0;
  return (
    <div className="wrap pb-16">
      <ProfileHeader
        profile={profile}
        actions={
          <>
            {isOwn && <ButtonLink to="/settings/profile">Edit profile</ButtonLink>}
            {!block && !isOwn && <FollowButton seller={profile} following={following} isMember={viewerId !== null} />}
            {!block && <MessageButton words="Message" recipient={profile} listing={null} viewerId={viewerId} />}
            {viewerId !== null && !isOwn && (
              <ButtonLink kind="ghost" size="sm" to={`/report/member/${profile.id}`}>
                {block === 'mine' ? 'Report member' : 'Report or block'}
              </ButtonLink>
            )}
          </>
        }
      />
      <Suspense>
        {profile.vacation && !block && (
          <AwayNote
            seller={profile}
            away={profile.vacation}
            viewerId={viewerId}
            isWaiting={askedForReturn}
            className="mt-5!"
          />
        )}
      </Suspense>
      <Suspense>{(sells || isMeasured) && <FactsPanel facts={profile.facts} />}</Suspense>
      {block && <BlockNote block={block} name={profile.username} />}
      {tabs && <Tabs {...tabs} name={profile.username} />}
      {shop && (
        <section className={tabs ? 'mt-5' : 'mt-10'} aria-labelledby="for-sale">
          <h2 id="for-sale" className={tabs ? 'sr' : 'mb-4'}>
            For sale
          </h2>
          <SellerShop
            shop={shop}
            sellerName={profile.username}
            viewerId={viewerId}
            empty={<NothingForSale isOwn={isOwn} name={profile.username} />}
          />
        </section>
      )}
      {(!tabs || tabs.isReviews) && (
        <ReviewList
          member={profile}
          reviews={reviews.items}
          stars={reviews.stars}
          nextCursor={reviews.nextCursor}
          isNewest={reviews.isNewest}
          viewerId={viewerId}
          now={now}
          isTab={tabs !== null}
        />
      )}
      <Suspense>
        <SellerTermsPanel terms={terms} className="mt-10" />
      </Suspense>
    </div>
  );
}

/** The two tabs of a member with both listings and reviews, and the requested one. Null without both. */
function tabsOf(id: string, shop: ShopData | null, stars: readonly number[], isReviews: boolean) {
  const reviews = stars.reduce((sum, count) => sum + count, 0);
  if (!shop || reviews === 0) return null;
  const { query, total } = shop;
  if (total === 0 && !isNarrowed(query) && !query.cursor) return null;
  return { id, isReviews, reviews, forSale: isNarrowed(query) || query.cursor ? null : total };
}

type TabsProps = NonNullable<ReturnType<typeof tabsOf>> & { name: string };

function Tabs({ id, isReviews, reviews, forSale, name }: TabsProps) {
  const at = `/profile/${id}`;
  return (
    <nav className="tabs mt-8" aria-label={`Profile of ${name}`}>
      <Link to={at} preventScrollReset aria-current={isReviews ? undefined : 'page'}>
        For sale {forSale !== null && <em>{formatNumber(forSale)}</em>}
      </Link>
      <Link to={listAddress(at, { tab: 'reviews' })} preventScrollReset aria-current={isReviews ? 'page' : undefined}>
        Reviews <em>{formatNumber(reviews)}</em>
      </Link>
    </nav>
  );
}

function NothingForSale({ isOwn, name }: { isOwn: boolean; name: string }) {
  const action = isOwn ? (
    <ButtonLink kind="primary" to="/listings/create">
      List a card
    </ButtonLink>
  ) : (
    <ButtonLink to="/browse">Browse cards</ButtonLink>
  );
  return (
    <EmptyState title="Nothing for sale right now" level={3} action={action}>
      {isOwn ? 'Your active listings appear here.' : `When ${name} lists a card, it appears here.`}
    </EmptyState>
  );
}
