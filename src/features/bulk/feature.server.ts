import type { Feature } from '#platform/feature.ts';
import { runs } from '#platform/jobs/jobs.ts';
import { addBulkApi } from './bulk.api.server.ts';
import { getChange } from './change/bulk.queries.server.ts';
import { exportBulk } from './change/export.server.ts';
import { changesReturn, forgetChanges } from './change/forget-changes.server.ts';
import { reconcileChanges } from './change/reconcile-changes.server.ts';
import { makeNext, sweepChanges, takeBackNext } from './change/run-change.server.ts';
import { bulkData, bulkRetained } from './model/bulk.data.ts';
import { bulkChanged } from './model/bulk.events.ts';
import { commitJob, nightJob, reconcileJob, runRuleJob, sweepJob, undoJob } from './model/bulk.jobs.ts';
import { bulkChangeLimits, bulkQuotas } from './model/bulk.limits.ts';
import { bulkPolicy } from './model/bulk.policy.ts';
import { getRule } from './price-rules/rule.queries.server.ts';
import { addRulesApi } from './price-rules/rules.api.server.ts';
import { runRule, startNight } from './price-rules/run-rules.server.ts';

export const feature: Feature = {
  name: 'bulk',
  policy: bulkPolicy,
  personalData: bulkData,
  retention: bulkRetained,
  dataExport: { part: 'listings', read: exportBulk },
  erasure: { rank: 26, erase: forgetChanges, restore: changesReturn },
  navigation: [{ in: 'dashboard', rank: 22, to: '/dashboard/listings/rules', label: 'Price rules', icon: 'rules' }],
  limits: Object.values(bulkChangeLimits),
  quotas: Object.values(bulkQuotas),
  api: (api, platform) => {
    addBulkApi(api, platform);
    addRulesApi(api, platform);
  },
  replayedResponses: {
    'POST /api/price-rules': async (platform, actor, id) => ({
      status: 201,
      body: await getRule(platform.db, actor.id, id),
    }),
    'POST /api/listings/bulk': async (platform, actor, id) => ({
      status: 201,
      body: await getChange(platform.db, actor.id, id),
    }),
  },
  events: [bulkChanged],
  jobs: [
    runs(commitJob, (platform, { changeId, restMs }) => makeNext(platform, changeId, restMs)),
    runs(undoJob, (platform, { changeId, restMs }) => takeBackNext(platform, changeId, restMs)),
    runs(reconcileJob, reconcileChanges),
    runs(sweepJob, sweepChanges),
    runs(nightJob, startNight),
    runs(runRuleJob, (platform, { ruleId, night }) => runRule(platform, ruleId, night)),
  ],
  schedules: [
    { job: reconcileJob, cron: '*/10 * * * *' },
    { job: sweepJob, cron: '52 3 * * *' },
    { job: nightJob, cron: '17 2 * * *' },
  ],
};
