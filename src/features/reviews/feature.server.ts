import { threadAnswered } from '#features/messages/index.server.ts';
import { mayStopCounting, movesSaleCourse, orderChanged } from '#features/orders/index.server.ts';
import type { Feature } from '#platform/feature.ts';
import { runs } from '#platform/jobs/jobs.ts';
import { wakes } from '#platform/outbox/reactions.ts';
import { reconcileFacts } from './facts/reconcile-facts.server.ts';
import { measureAnswer, measureSale } from './facts/update-facts.server.ts';
import { reconcileRatings } from './model/average.server.ts';
import { reviewsData, reviewsRetained } from './model/review.data.ts';
import {
  checkRatingsJob,
  followOrderJob,
  measureAnswerJob,
  measureSaleJob,
  reconcileJob,
  recountJob,
  showJob,
} from './model/review.jobs.ts';
import { reviewUpdates } from './model/review.notices.ts';
import { reviewPolicy } from './model/review.policy.ts';
import { addReviewsApi } from './reviews.api.server.ts';
import { exportReviews, forgetReviews, reviewsReturn } from './write/erase-member.server.ts';
import { followOrder, reconcileCounting } from './write/follow-order.server.ts';
import { reviewSubject } from './write/inspect-review.server.ts';
import { reconcileReviews, showInTime } from './write/show-review.server.ts';

export const feature: Feature = {
  name: 'reviews',
  policy: reviewPolicy,
  personalData: reviewsData,
  retention: reviewsRetained,
  dataExport: { part: 'reviews', read: exportReviews },
  erasure: { rank: 38, erase: forgetReviews, restore: reviewsReturn },
  navigation: [{ in: 'dashboard', rank: 46, to: '/dashboard/reviews', label: 'Reviews', icon: 'reviews' }],
  notificationKinds: [reviewUpdates],
  api: addReviewsApi,
  threadSubjects: { review: reviewSubject },
  jobs: [
    runs(showJob, (platform, { reviewId }) => showInTime(platform, reviewId)),
    runs(measureSaleJob, (platform, { subject }) => measureSale(platform, subject)),
    runs(measureAnswerJob, (platform, { subject }) => measureAnswer(platform, subject)),
    runs(followOrderJob, (platform, { subject }) => followOrder(platform, subject)),
    runs(reconcileJob, reconcileReviews),
    runs(recountJob, reconcileFacts),
    runs(checkRatingsJob, async (platform) => {
      await reconcileCounting(platform);
      await reconcileRatings(platform);
    }),
  ],
  reactions: [
    wakes(orderChanged, measureSaleJob, { when: ({ data }) => movesSaleCourse(data) || mayStopCounting(data) }),
    wakes(orderChanged, followOrderJob, { when: ({ data }) => mayStopCounting(data) }),
    wakes(threadAnswered, measureAnswerJob),
  ],
  schedules: [
    { job: reconcileJob, cron: '*/10 * * * *' },
    { job: recountJob, cron: '*/10 * * * *' },
    { job: checkRatingsJob, cron: '23 4 * * *' },
  ],
};
