import type { Feature } from '#platform/feature.ts';
import { runs } from '#platform/jobs/jobs.ts';
import { exportReviews, forgetReviews } from './leave.server.ts';
import { reviewSubject } from './look-at-review.server.ts';
import { reviewsData } from './review.data.ts';
import { reconcileJob, showJob } from './review.jobs.ts';
import { reviewNews } from './review.news.ts';
import { reviewPolicy } from './review.policy.ts';
import { addReviewsApi } from './reviews.api.server.ts';
import { reconcileReviews, showInTime } from './show-review.server.ts';

export const feature: Feature = {
  name: 'reviews',
  policy: reviewPolicy,
  personalData: reviewsData,
  exports: { part: 'reviews', read: exportReviews },
  forgets: { rank: 38, forget: forgetReviews },
  notificationKinds: [reviewNews],
  api: addReviewsApi,
  threadSubjects: { review: reviewSubject },
  jobs: [runs(showJob, (platform, { reviewId }) => showInTime(platform, reviewId)), runs(reconcileJob, reconcileReviews)],
  schedules: [{ job: reconcileJob, cron: '*/10 * * * *' }],
};
