import * as z from 'zod';
import type { Feature } from '#platform/feature.ts';
import { defineJob, runs } from '#platform/jobs/jobs.ts';
import { sweepSentMail } from '#platform/mail/sent-mail.ts';
import { exportNotifications } from './export.server.ts';
import { forgetMember } from './forget-member.server.ts';
import * as events from './notification.events.ts';
import { notificationPolicy } from './notification.policy.ts';
import { addPreferencesApi } from './notifications.api.server.ts';
import { notificationsData } from './notifications.data.ts';

/** Forgets which mails went out a week ago. */
const sweepJob = defineJob('notifications.sweep', z.object({}));

export const feature: Feature = {
  name: 'notifications',
  policy: notificationPolicy,
  personalData: notificationsData,
  exports: { part: 'notifications', read: exportNotifications },
  forgets: { rank: 60, forget: forgetMember },
  places: [{ in: 'settings', rank: 40, to: '/settings/notifications', label: 'Notifications', about: 'Which mails you get', icon: 'mails' }],
  api: addPreferencesApi,
  events: Object.values(events),
  jobs: [runs(sweepJob, ({ pool }) => sweepSentMail(pool))],
  schedules: [{ job: sweepJob, cron: '41 * * * *' }],
};
