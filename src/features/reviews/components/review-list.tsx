import { formatNumber, plural } from '#kernel/format.ts';
import { listAddress } from '#kernel/numbers/paging.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PageLinks } from '#ui/page/page-links.tsx';
import type { Review } from '../contract.ts';
import { reviewDeadlines } from '../words.ts';
import { ReviewEntry } from './review-entry.tsx';
import './reviews.css';

interface Props {
  /** The reviewed member. */
  member: { id: string; username: string; ratingCount: number };
  reviews: readonly Review[];
  /** The numbers of reviews with one star, two, up to five. */
  stars: readonly number[];
  nextCursor: string | null;
  viewerId: string | null;
  isNewest: boolean;
  now: string;
  /** Whether it is the content of a tab of that name. */
  isTab?: boolean;
  title?: string;
}

/** The reviews of a member, on the member's page. */
export function ReviewList({
  member,
  reviews,
  stars,
  nextCursor,
  isNewest,
  viewerId,
  now,
  isTab = false,
  title = 'Reviews',
}: Props) {
  const all = stars.reduce((sum, count) => sum + count, 0);
  const at = `/profile/${member.id}`;
  return (
    <section className={isTab ? 'mt-5' : 'mt-10'} aria-labelledby="reviews">
      <h2 id="reviews" className={isTab ? 'sr' : 'mb-4'}>
        {title}
      </h2>
      {all === 0 ? (
        <EmptyState title="No reviews yet" level={3}>
          Buyers and sellers can review each other after delivery.
        </EmptyState>
      ) : (
        <div className="panel rev">
          <div>
            <Distribution stars={stars} all={all} />
            {member.ratingCount < all && (
              <p className="dim">
                The average counts {formatNumber(member.ratingCount)} of {formatNumber(all)} reviews. Reviews by the
                same member count once in {reviewDeadlines.countsAgain}.
              </p>
            )}
          </div>
          <div>
            <ul className="rev-list">
              {reviews.map((review) => (
                <li key={review.id}>
                  <ReviewEntry
                    review={review}
                    now={now}
                    memberName={member.username}
                    isReportable={viewerId !== null && viewerId !== review.author.id}
                  />
                </li>
              ))}
            </ul>
            <PageLinks
              label="More reviews"
              size="sm"
              className="mt-6"
              preventScrollReset
              newest={!isNewest && ['Newest reviews', listAddress(at, { tab: 'reviews' })]}
              older={nextCursor !== null && ['Earlier reviews', listAddress(at, { reviews: nextCursor })]}
            />
          </div>
        </div>
      )}
    </section>
  );
}

function Distribution({ stars, all }: { stars: readonly number[]; all: number }) {
  return (
    <dl className="rev-bars">
      {[5, 4, 3, 2, 1].map((step) => {
        const count = stars[step - 1] ?? 0;
        return (
          <div key={step}>
            <dt>{plural(step, { one: '# star', other: '# stars' })}</dt>
            <dd className="rev-bar" aria-hidden="true">
              <span style={{ width: `${(100 * count) / all}%` }} />
            </dd>
            <dd className="n">{formatNumber(count)}</dd>
          </div>
        );
      })}
    </dl>
  );
}
