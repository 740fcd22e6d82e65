import { vacationChanged } from '#features/members/index.server.ts';
import type { Feature } from '#platform/feature.ts';
import { runs } from '#platform/jobs/jobs.ts';
import { wakes } from '#platform/outbox/reactions.ts';
import { addAbsenceApi } from './absence.api.server.ts';
import { absenceData, absenceKept } from './absence.data.ts';
import { mailReturnJob, tellReturnJob } from './absence.jobs.ts';
import { absenceLimits, absenceQuotas } from './absence.limits.ts';
import { returnMails, returnNews } from './absence.mails.ts';
import { absencePolicy } from './absence.policy.ts';
import { exportReturns, forgetReturns, returnsReturn } from './leave.server.ts';
import { mailReturn, tellReturn } from './tell-return.server.ts';

export const feature: Feature = {
  name: 'absence',
  policy: absencePolicy,
  personalData: absenceData,
  keeps: absenceKept,
  exports: { part: 'account', read: exportReturns },
  forgets: { rank: 32, forget: forgetReturns, returns: returnsReturn },
  mailKinds: [returnMails],
  notificationKinds: [returnNews],
  limits: Object.values(absenceLimits),
  quotas: Object.values(absenceQuotas),
  api: addAbsenceApi,
  jobs: [runs(tellReturnJob, (platform, { subject }) => tellReturn(platform, subject)), runs(mailReturnJob, mailReturn)],
  reactions: [wakes(vacationChanged, tellReturnJob)],
};
