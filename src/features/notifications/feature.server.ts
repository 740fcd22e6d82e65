import type { Feature } from '#platform/feature.ts';
import { sweepSentMail } from '#platform/mail/sent-mail.ts';
import { addPreferencesApi } from './notifications.api.server.ts';

export const feature: Feature = {
  name: 'notifications',
  api: addPreferencesApi,
  jobs: { 'notifications.sweep': ({ pool }) => sweepSentMail(pool) },
  schedules: [{ task: 'notifications.sweep', cron: '41 * * * *' }],
};
