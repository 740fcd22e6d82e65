import type { Feature } from '#platform/feature.ts';
import { runs } from '#platform/jobs/jobs.ts';
import { addBulkApi } from './bulk.api.server.ts';
import { bulkData } from './bulk.data.ts';
import { bulkChanged } from './bulk.events.ts';
import { commitJob, sweepJob, undoJob } from './bulk.jobs.ts';
import { bulkChangeLimits } from './bulk.limits.ts';
import { bulkPolicy } from './bulk.policy.ts';
import { getChange } from './bulk.queries.server.ts';
import { exportBulk } from './export.server.ts';
import { forgetChanges } from './forget-changes.server.ts';
import { makeNext, sweepChanges, takeBackNext } from './run-change.server.ts';

export const feature: Feature = {
  name: 'bulk',
  policy: bulkPolicy,
  personalData: bulkData,
  exports: { part: 'listings', read: exportBulk },
  forgets: { rank: 26, forget: forgetChanges },
  limits: Object.values(bulkChangeLimits),
  api: addBulkApi,
  answersAgain: {
    'POST /api/listings/bulk': async (platform, actor, id) => ({ status: 201, body: await getChange(platform.db, actor.id, id) }),
  },
  events: [bulkChanged],
  jobs: [
    runs(commitJob, (platform, { changeId }) => makeNext(platform, changeId)),
    runs(undoJob, (platform, { changeId }) => takeBackNext(platform, changeId)),
    runs(sweepJob, sweepChanges),
  ],
  schedules: [{ job: sweepJob, cron: '52 3 * * *' }],
};
