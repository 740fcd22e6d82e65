import type { Feature } from '#platform/feature.ts';
import { runs } from '#platform/jobs/jobs.ts';
import { exportImports } from './export.server.ts';
import { addImportsApi } from './imports.api.server.ts';
import { getImport } from './imports.queries.server.ts';
import { importsData, importsRetained } from './model/import.data.ts';
import { importChanged } from './model/import.events.ts';
import { commitJob, giveUpJob, sweepJob, undoJob } from './model/import.jobs.ts';
import { importPolicy } from './model/import.policy.ts';
import { importLimits } from './model/import.process.ts';
import { importsLimits, importsQuotas } from './model/imports.limits.ts';
import { forgetImports, importsReturn } from './run/forget-imports.server.ts';
import { giveUpImports } from './run/give-up.server.ts';
import { isPremium } from './run/require-premium.server.ts';
import { listNextRows, sweepImports, takeBackNextRows } from './run/run-import.server.ts';

export const feature: Feature = {
  name: 'imports',
  policy: importPolicy,
  personalData: importsData,
  retention: importsRetained,
  dataExport: { part: 'listings', read: exportImports },
  erasure: { rank: 25, erase: forgetImports, restore: importsReturn },
  robotsDisallow: ['/listings/import'],
  memberPages: ['/listings/import'],
  uploads: { api: /^\/api\/listings\/import$/, forms: /^\/listings\/import\/file$/ },
  textUploads: [
    { at: /^(?:\/api)?\/listings\/import(?:\.data)?$/, maxBytes: importLimits.pastedBytes, mayUpload: isPremium },
  ],
  limits: Object.values(importsLimits),
  quotas: Object.values(importsQuotas),
  api: addImportsApi,
  replayedResponses: {
    'POST /api/listings/import': async (platform, actor, id) => ({
      status: 201,
      body: await getImport(platform.db, actor.id, id),
    }),
  },
  events: [importChanged],
  jobs: [
    runs(commitJob, (platform, { importId, ...from }) => listNextRows(platform, importId, from)),
    runs(undoJob, (platform, { importId }) => takeBackNextRows(platform, importId)),
    runs(giveUpJob, giveUpImports),
    runs(sweepJob, sweepImports),
  ],
  schedules: [
    { job: giveUpJob, cron: '*/10 * * * *' },
    { job: sweepJob, cron: '47 3 * * *' },
  ],
};
