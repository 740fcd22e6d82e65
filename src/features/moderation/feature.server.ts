import { memberJoinedAgain, memberReturned } from '#features/members/index.server.ts';
import type { Feature } from '#platform/feature.ts';
import { runs } from '#platform/jobs/jobs.ts';
import { wakes } from '#platform/outbox/reactions.ts';
import { carryRulings, mailSuspension } from './decide/carry-decisions.server.ts';
import { mailAppeal, mailRuling, rulingNews } from './decide/notify-decision.server.ts';
import { rulingsPanel, rulingTroubles } from './decisions-panel.server.ts';
import { exportRulings, forgetSubjects, subjectsReturn } from './erase-member.server.ts';
import { rulingsData, rulingsKept } from './model/moderation.data.ts';
import { rulingAppealed } from './model/moderation.events.ts';
import { carryRulingsJob, mailAppealJob, mailRulingJob, mailSuspensionJob } from './model/moderation.jobs.ts';
import { rulingsLimits } from './model/moderation.limits.ts';
import { rulingPolicy } from './model/moderation.policy.ts';
import { addRulingsApi } from './moderation.api.server.ts';

export const feature: Feature = {
  name: 'rulings',
  policy: rulingPolicy,
  personalData: rulingsData,
  keeps: rulingsKept,
  exports: { part: 'decisions', read: exportRulings },
  forgets: { rank: 34, forget: forgetSubjects, returns: subjectsReturn },
  hidden: ['/appeal'],
  limits: Object.values(rulingsLimits),
  places: [
    {
      in: 'settings',
      rank: 46,
      to: '/settings/decisions',
      label: 'Decisions',
      about: 'What an operator decided about you, and your appeals',
      icon: 'security',
    },
  ],
  notificationKinds: [rulingNews],
  operatorPanels: [rulingsPanel],
  troubles: rulingTroubles,
  api: addRulingsApi,
  events: [rulingAppealed],
  jobs: [
    runs(mailRulingJob, (platform, { rulingId }) => mailRuling(platform, rulingId)),
    runs(mailAppealJob, (platform, { rulingId }) => mailAppeal(platform, rulingId)),
    runs(carryRulingsJob, (platform, { subject, data }) => carryRulings(platform, subject, data.formerIds)),
    runs(mailSuspensionJob, (platform, { subject }) => mailSuspension(platform, subject)),
  ],
  reactions: [wakes(memberJoinedAgain, carryRulingsJob), wakes(memberReturned, mailSuspensionJob)],
};
