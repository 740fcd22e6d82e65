import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { isFollowing } from '#features/alerts/index.server.ts';
import { FollowButton } from '#features/alerts/widgets.tsx';
import { favoriteIds, sellerListings } from '#features/listings/index.server.ts';
import { ListingGrid, tileFacts } from '#features/listings/widgets.tsx';
import { getPublicProfile } from '#features/members/index.server.ts';
import { ProfileHeader, profileWords } from '#features/members/widgets.tsx';
import { findApart } from '#features/messages/index.server.ts';
import { ApartNote, MessageButton } from '#features/messages/widgets.tsx';
import { countStars, listReviewsOf } from '#features/reviews/index.server.ts';
import { ReviewList } from '#features/reviews/widgets.tsx';
import { pageRefusal, pageScope } from '#platform/http/page.ts';
import { useLive } from '#platform/realtime/react.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { pageMeta } from '#ui/page-meta.ts';

const mostListings = 24;
const mostReviews = 10;

/** A member as anybody sees them, by id or by name, with what they have for sale and what others wrote about them. Never guarded. */
export async function loader({ params, context, request }: LoaderFunctionArgs) {
  const { platform, actor, dependsOn } = pageScope(context);
  const profile = await getPublicProfile(platform.db, params.id ?? '').catch(pageRefusal);
  const apart = actor && (await findApart(platform.db, actor.id, profile.id));
  const listings = apart ? [] : await sellerListings(platform, profile.id, null, mostListings + 1);
  const shown = listings.slice(0, mostListings);
  const cursor = new URL(request.url).searchParams.get('reviews') ?? undefined;
  const reviews = await listReviewsOf(platform.db, actor?.id ?? null, profile.id, { cursor, limit: mostReviews }).catch(pageRefusal);
  const ids = shown.map(({ id }) => id);
  dependsOn([`profile:${profile.id}`, ...reviews.items.map(({ author }) => `profile:${author.id}`), ...ids.map((id) => `listing:${id}`)]);
  const liked = actor ? await favoriteIds(platform, actor.id, ids) : [];
  return {
    profile,
    apart,
    listings: shown.map(tileFacts),
    hasMore: listings.length > mostListings,
    liked: [...liked],
    reviews: { ...reviews, stars: await countStars(platform.db, profile.id), isNewest: cursor === undefined },
    following: await isFollowing(platform.db, actor?.id ?? null, profile.id),
    viewerId: actor?.id ?? null,
    now: platform.clock.now().toISOString(),
  };
}

export const meta = ({ matches, loaderData }: MetaArgs<typeof loader>) =>
  pageMeta(
    matches,
    loaderData ? profileWords(loaderData.profile) : { title: 'Profile not found', description: 'There is no such member.', path: '/', noIndex: true },
  );

export default function ProfilePage() {
  const { profile, apart, listings, hasMore, liked, reviews, following, viewerId, now } = useLoaderData<typeof loader>();
  useLive('profile', { id: profile.id });
  const isOwn = viewerId === profile.id;
  const all = `/browse?seller=${profile.id}`;
  return (
    <div className="wrap pb-16">
      <ProfileHeader
        profile={profile}
        actions={
          <>
            {isOwn && <ButtonLink to="/settings/profile">Edit profile</ButtonLink>}
            {!apart && !isOwn && <FollowButton seller={profile} following={following} isMember={viewerId !== null} />}
            {!apart && <MessageButton words="Message" recipient={profile} listing={null} viewerId={viewerId} />}
            {viewerId !== null && !isOwn && (
              <ButtonLink kind="ghost" size="sm" to={`/report/member/${profile.id}`}>
                {apart === 'mine' ? 'Report' : 'Report or block'}
              </ButtonLink>
            )}
          </>
        }
      />
      {apart ? (
        <ApartNote apart={apart} name={profile.username} />
      ) : (
        <section className="mt-10" aria-labelledby="for-sale">
          <div className="mb-4 flex flex-wrap items-baseline justify-between gap-3">
            <h2 id="for-sale">For sale</h2>
            {hasMore && (
              <ButtonLink kind="ghost" size="sm" to={all}>
                All listings of {profile.username}
              </ButtonLink>
            )}
          </div>
          {listings.length > 0 ? (
            <ListingGrid listings={listings} liked={liked} viewerId={viewerId} label={`Listings of ${profile.username}`} />
          ) : (
            <EmptyState
              title="Nothing for sale right now"
              level={3}
              action={
                isOwn ? (
                  <ButtonLink kind="primary" to="/listings/create">
                    List a card
                  </ButtonLink>
                ) : (
                  <ButtonLink to="/browse">Browse cards</ButtonLink>
                )
              }
            >
              {isOwn ? 'Cards that you list appear here.' : `When ${profile.username} lists a card, it appears here.`}
            </EmptyState>
          )}
        </section>
      )}
      <ReviewList
        member={profile}
        reviews={reviews.items}
        stars={reviews.stars}
        nextCursor={reviews.nextCursor}
        isNewest={reviews.isNewest}
        viewerId={viewerId}
        now={now}
      />
    </div>
  );
}
