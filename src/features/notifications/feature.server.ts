import * as z from 'zod';
import type { Feature } from '#platform/feature.ts';
import { defineJob, runs } from '#platform/jobs/jobs.ts';
import { sweepSentMail } from '#platform/mail/sent-mail.ts';
import { addEntriesApi } from './entries/entries.api.server.ts';
import { unreadEntries } from './entries/entries.queries.server.ts';
import { exportNotifications } from './entries/export.server.ts';
import { entriesReturn, forgetMember } from './entries/forget-member.server.ts';
import { sweepEntries } from './entries/sweep-entries.server.ts';
import * as events from './model/notification.events.ts';
import { notifyLaterJob, pushJob } from './model/notification.jobs.ts';
import { notificationPolicy } from './model/notification.policy.ts';
import { notificationsData, notificationsRetained } from './model/notifications.data.ts';
import { addPreferencesApi } from './notifications.api.server.ts';
import { notifyLater } from './send/notify-later.server.ts';
import { addPushApi } from './send/push.api.server.ts';
import { push } from './send/push.server.ts';

/** Deletes the records of emails sent more than a week ago. */
const sweepJob = defineJob('notifications.sweep', z.object({}));
const sweepEntriesJob = defineJob('notifications.sweep-entries', z.object({}));

export const feature: Feature = {
  name: 'notifications',
  policy: notificationPolicy,
  personalData: notificationsData,
  retention: notificationsRetained,
  dataExport: { part: 'notifications', read: exportNotifications },
  erasure: { rank: 60, erase: forgetMember, restore: entriesReturn },
  memberPages: ['/notifications'],
  robotsDisallow: ['/notifications'],
  // Mail programs stop a kind of mail by one request of their own (RFC 8058); the address carries a signed token.
  acceptsWithoutOrigin: /^\/unsubscribe$/,
  navigation: [
    {
      in: 'icons',
      rank: 20,
      to: '/notifications',
      label: 'Notifications',
      icon: 'bell',
      counter: 'notifications',
      for: 'member',
    },
    {
      in: 'settings',
      rank: 40,
      to: '/settings/notifications',
      label: 'Notifications',
      about: 'Notifications and their channels',
      icon: 'mails',
    },
  ],
  counters: {
    notifications: { waits: 'unread', stored: unreadEntries, topics: (memberId) => [`user:${memberId}`] },
  },
  api(api, platform) {
    addEntriesApi(api, platform);
    addPreferencesApi(api, platform);
    addPushApi(api, platform);
  },
  events: Object.values(events),
  jobs: [
    runs(sweepJob, ({ pool }) => sweepSentMail(pool)),
    runs(sweepEntriesJob, sweepEntries),
    runs(notifyLaterJob, notifyLater),
    runs(pushJob, push),
  ],
  schedules: [
    { job: sweepJob, cron: '41 * * * *' },
    { job: sweepEntriesJob, cron: '7 4 * * *' },
  ],
};
