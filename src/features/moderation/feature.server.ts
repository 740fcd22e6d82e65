import { memberJoinedAgain, memberReturned } from '#features/members/index.server.ts';
import type { Feature } from '#platform/feature.ts';
import { runs } from '#platform/jobs/jobs.ts';
import { wakes } from '#platform/outbox/reactions.ts';
import { carryDecisions, mailSuspension } from './decide/carry-decisions.server.ts';
import { decisionUpdates, mailAppeal, mailDecision } from './decide/notify-decision.server.ts';
import { decisionsPanel, decisionTroubles } from './decisions-panel.server.ts';
import { exportDecisions, forgetSubjects, subjectsReturn } from './erase-member.server.ts';
import { decisionsData, decisionsRetained } from './model/moderation.data.ts';
import { decisionAppealed } from './model/moderation.events.ts';
import { carryDecisionsJob, mailAppealJob, mailDecisionJob, mailSuspensionJob } from './model/moderation.jobs.ts';
import { decisionsLimits } from './model/moderation.limits.ts';
import { decisionPolicy } from './model/moderation.policy.ts';
import { addDecisionsApi } from './moderation.api.server.ts';

export const feature: Feature = {
  name: 'rulings',
  policy: decisionPolicy,
  personalData: decisionsData,
  retention: decisionsRetained,
  dataExport: { part: 'decisions', read: exportDecisions },
  erasure: { rank: 34, erase: forgetSubjects, restore: subjectsReturn },
  robotsDisallow: ['/appeal'],
  limits: Object.values(decisionsLimits),
  navigation: [
    {
      in: 'settings',
      rank: 46,
      to: '/settings/decisions',
      label: 'Account status',
      about: 'What an operator decided about you, and your appeals',
      icon: 'security',
    },
  ],
  notificationKinds: [decisionUpdates],
  adminPanels: [decisionsPanel],
  troubles: decisionTroubles,
  api: addDecisionsApi,
  events: [decisionAppealed],
  jobs: [
    runs(mailDecisionJob, (platform, { rulingId: decisionId }) => mailDecision(platform, decisionId)),
    runs(mailAppealJob, (platform, { rulingId: decisionId }) => mailAppeal(platform, decisionId)),
    runs(carryDecisionsJob, (platform, { subject, data }) => carryDecisions(platform, subject, data.formerIds)),
    runs(mailSuspensionJob, (platform, { subject }) => mailSuspension(platform, subject)),
  ],
  reactions: [wakes(memberJoinedAgain, carryDecisionsJob), wakes(memberReturned, mailSuspensionJob)],
};
