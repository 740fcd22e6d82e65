import { memberSuspended } from '#features/members/index.server.ts';
import type { Feature } from '#platform/feature.ts';
import { runs } from '#platform/jobs/jobs.ts';
import { wakes } from '#platform/outbox/reactions.ts';
import { exportWants, forgetWants } from './leave.server.ts';
import { expireWant, followSuspension, reconcileWants } from './move-want.server.ts';
import { openWantPages, sitemapParts } from './sitemap.server.ts';
import { wantsData } from './want.data.ts';
import { wantChanged } from './want.events.ts';
import { expireJob, followSuspensionJob, reconcileJob } from './want.jobs.ts';
import { wantPolicy } from './want.policy.ts';
import { addWantedApi } from './wanted.api.server.ts';
import { wantedChannel, wantedSubject } from './wanted.channel.server.ts';
import { wantedLimits, wantedQuotas } from './wanted.limits.ts';
import { getWant } from './wants.queries.server.ts';

export const feature: Feature = {
  name: 'wanted',
  policy: wantPolicy,
  personalData: wantsData,
  exports: { part: 'wanted', read: exportWants },
  forgets: { rank: 37, forget: forgetWants },
  guarded: ['/wanted/create'],
  livePages: ['/wanted/:id'],
  places: [{ in: 'footer', rank: 15, to: '/wanted', label: 'Wanted' }],
  limits: Object.values(wantedLimits),
  quotas: Object.values(wantedQuotas),
  sitemap: { pages: ['/wanted'], things: { name: 'wanted', firsts: sitemapParts, list: openWantPages } },
  api: addWantedApi,
  answersAgain: { 'POST /api/wanted': async ({ db }, _actor, wantId) => ({ status: 201, body: await getWant(db, wantId) }) },
  events: [wantChanged],
  jobs: [
    runs(expireJob, (platform, { wantId }) => expireWant(platform, wantId)),
    runs(followSuspensionJob, (platform, { subject }) => followSuspension(platform, subject)),
    runs(reconcileJob, reconcileWants),
  ],
  reactions: [wakes(memberSuspended, followSuspensionJob)],
  schedules: [{ job: reconcileJob, cron: '*/10 * * * *' }],
  channels: { wanted: wantedChannel },
  threadSubjects: { wanted: wantedSubject },
};
