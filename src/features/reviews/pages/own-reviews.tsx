import { Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { findPublicProfile } from '#features/members/index.server.ts';
import { dayMonthYear } from '#kernel/time.ts';
import { pageScope, requirePageActor } from '#platform/http/page.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Rating } from '#ui/card/rating.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Panel } from '#ui/page/panel.tsx';
import { ReviewList } from '../components/review-list.tsx';
import { reviewPolicy } from '../model/review.policy.ts';
import { countStars, listReviewsOf } from '../reviews.queries.server.ts';
import { reviewDeadlines } from '../words.ts';
import { listToWrite } from '../write/to-write.server.ts';

const mostReviews = 10;

/** The reviews that a member can still write, and those about them. */
export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, reviewPolicy, 'follow one’s own');
  const { db, clock } = pageScope(args.context).platform;
  const now = clock.now();
  const [profile, toWrite, stars] = [
    await findPublicProfile(db, actor.id, now),
    await listToWrite(db, actor.id, now),
    await countStars(db, actor.id),
  ];
  const { items, nextCursor } = await listReviewsOf(db, actor.id, actor.id, { limit: mostReviews });
  const member = {
    id: actor.id,
    username: profile?.username ?? '',
    rating: profile?.rating ?? null,
    ratingCount: profile?.ratingCount ?? 0,
  };
  return { member, toWrite, stars, reviews: items, nextCursor, now: now.toISOString() };
}

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title: 'Reviews',
    description: 'Reviews that you can write, and reviews about you.',
    path: '/dashboard/reviews',
    noIndex: true,
  });

export default function OwnReviewsPage() {
  const { member, toWrite, stars, reviews, nextCursor, now } = useLoaderData<typeof loader>();
  return (
    <>
      <div className="dh">
        <div>
          <h1>Reviews</h1>
          <p className="mt-1">
            <Rating value={member.rating} count={member.ratingCount} />
          </p>
        </div>
      </div>
      <Panel
        title="Orders to review"
        note={`Reviews are shown when the buyer and the seller have both submitted one, or ${reviewDeadlines.showAfter} after the first.`}
      >
        {toWrite.length === 0 ? (
          <p className="dim">No orders to review</p>
        ) : (
          <ul className="drows">
            {toWrite.map(({ orderId, title, name, until }) => (
              <li key={orderId}>
                <div className="min-w-0 flex-1">
                  <Link className="block truncate font-semibold hover:underline" to={`/orders/${orderId}`}>
                    {title}
                  </Link>
                  <p className="dim truncate text-[0.78125rem]">
                    with {name} · until {dayMonthYear(new Date(until))}
                  </p>
                </div>
                <ButtonLink size="sm" to={`/orders/${orderId}#reviews`}>
                  Review<span className="sr"> {title}</span>
                </ButtonLink>
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <ReviewList
        member={member}
        reviews={reviews}
        stars={stars}
        nextCursor={nextCursor}
        isNewest
        viewerId={member.id}
        now={now}
        title="Reviews about you"
      />
    </>
  );
}
