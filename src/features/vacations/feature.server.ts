import { vacationChanged } from '#features/members/index.server.ts';
import type { Feature } from '#platform/feature.ts';
import { runs } from '#platform/jobs/jobs.ts';
import { wakes } from '#platform/outbox/reactions.ts';
import { exportReturns, forgetReturns, returnsReturn } from './erase-member.server.ts';
import { mailReturn, notifyReturn } from './notify-return.server.ts';
import { addVacationsApi } from './vacations.api.server.ts';
import { vacationsData, vacationsRetained } from './vacations.data.ts';
import { returnMails, returnUpdates } from './vacations.emails.ts';
import { mailReturnJob, notifyReturnJob } from './vacations.jobs.ts';
import { vacationsLimits, vacationsQuotas } from './vacations.limits.ts';
import { vacationsPolicy } from './vacations.policy.ts';

export const feature: Feature = {
  name: 'absence',
  policy: vacationsPolicy,
  personalData: vacationsData,
  retention: vacationsRetained,
  dataExport: { part: 'account', read: exportReturns },
  erasure: { rank: 32, erase: forgetReturns, restore: returnsReturn },
  mailKinds: [returnMails],
  notificationKinds: [returnUpdates],
  limits: Object.values(vacationsLimits),
  quotas: Object.values(vacationsQuotas),
  api: addVacationsApi,
  jobs: [
    runs(notifyReturnJob, (platform, { subject }) => notifyReturn(platform, subject)),
    runs(mailReturnJob, mailReturn),
  ],
  reactions: [wakes(vacationChanged, notifyReturnJob)],
};
