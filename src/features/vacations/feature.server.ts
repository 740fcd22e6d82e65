import { vacationChanged } from '#features/members/index.server.ts';
import type { Feature } from '#platform/feature.ts';
import { runs } from '#platform/jobs/jobs.ts';
import { wakes } from '#platform/outbox/reactions.ts';
import { exportReturns, forgetReturns, returnsReturn } from './erase-member.server.ts';
import { mailReturn, tellReturn } from './notify-return.server.ts';
import { addAbsenceApi } from './vacations.api.server.ts';
import { absenceData, absenceKept } from './vacations.data.ts';
import { returnMails, returnNews } from './vacations.emails.ts';
import { mailReturnJob, tellReturnJob } from './vacations.jobs.ts';
import { absenceLimits, absenceQuotas } from './vacations.limits.ts';
import { absencePolicy } from './vacations.policy.ts';

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
