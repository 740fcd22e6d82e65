import type { Feature } from '#platform/feature.ts';
import { done } from '#platform/http/responses/answers.ts';
import { runs } from '#platform/jobs/jobs.ts';
import { addMessagesApi } from './messages.api.server.ts';
import { messagesData, messagesRetained } from './model/message.data.ts';
import {
  blocksChanged,
  messageCreated,
  reportFiled,
  threadAnswered,
  threadDelivered,
  threadRead,
} from './model/message.events.ts';
import {
  announceReportsJob,
  mailNewReportsJob,
  mailReportJob,
  mailUnreadJob,
  sweepReportsJob,
  sweepThreadPhotosJob,
} from './model/message.jobs.ts';
import { messagePolicy } from './model/message.policy.ts';
import { messagesLimits } from './model/messages.limits.ts';
import { messagesQuotas } from './model/messages.quotas.ts';
import { announceReports, mailNewReports, newReportMails } from './reports/announce-reports.server.ts';
import { mailReport, reportUpdates } from './reports/notify-report.server.ts';
import { sweepReports } from './reports/report-evidence.server.ts';
import { reportsPanel, reportTroubles } from './reports/reports-panel.server.ts';
import { mailUnread, messageMails } from './send/email-unread.server.ts';
import { markDelivered } from './send/mark-delivered.server.ts';
import { messageUpdates } from './send/notify-message.server.ts';
import { photosOfThreads, sweepThreadPhotos } from './send/photos.server.ts';
import { exportMessages, forgetTalker, talkReturns } from './threads/erase-member.server.ts';
import { threadChannel } from './threads/thread.channel.server.ts';
import { unreadThreads } from './threads/threads.queries.server.ts';

export const feature: Feature = {
  name: 'messages',
  policy: messagePolicy,
  memberPages: ['/messages'],
  livePages: ['/messages'],
  robotsDisallow: ['/messages', '/report'],
  navigation: [
    { in: 'icons', rank: 10, to: '/messages', label: 'Messages', icon: 'messages', counter: 'messages', for: 'member' },
    { in: 'bar', rank: 35, to: '/messages', label: 'Messages', icon: 'messages', counter: 'messages', for: 'member' },
    {
      in: 'settings',
      rank: 45,
      to: '/settings/blocks',
      label: 'Blocked members and reports',
      about: 'Members you blocked and reports you sent',
      icon: 'blocks',
    },
    { in: 'dashboard-more', rank: 5, to: '/messages', label: 'Messages', icon: 'messages', counter: 'messages' },
  ],
  personalData: messagesData,
  retention: messagesRetained,
  dataExport: { part: 'messages', read: exportMessages },
  erasure: { rank: 33, erase: forgetTalker, restore: talkReturns },
  counters: {
    messages: {
      waits: 'unread',
      stored: unreadThreads,
      onRead: markDelivered,
      topics: (memberId) => [`user:${memberId}`],
    },
  },
  mailKinds: [messageMails, newReportMails],
  notificationKinds: [messageUpdates, reportUpdates],
  adminPanels: [reportsPanel],
  troubles: reportTroubles,
  limits: Object.values(messagesLimits),
  quotas: Object.values(messagesQuotas),
  uploads: { api: /^\/api\/threads\/[^/]+\/photos$/ },
  evidence: photosOfThreads,
  api: addMessagesApi,
  // Idempotent: a thread once read stays read, so a repeated request gets the same response.
  replayedResponses: { 'POST /api/threads/{id}/read': async () => ({ status: 200, body: done }) },
  events: [messageCreated, threadAnswered, threadDelivered, threadRead, blocksChanged, reportFiled],
  jobs: [
    runs(mailUnreadJob, (platform, { threadId, memberId }) => mailUnread(platform, threadId, memberId)),
    runs(mailReportJob, (platform, { reportId, side }) => mailReport(platform, reportId, side)),
    runs(announceReportsJob, announceReports),
    runs(mailNewReportsJob, mailNewReports),
    runs(sweepReportsJob, sweepReports),
    runs(sweepThreadPhotosJob, (platform, { photoIds }) => sweepThreadPhotos(platform, photoIds)),
  ],
  schedules: [{ job: sweepReportsJob, cron: '23 3 * * *' }],
  channels: { thread: threadChannel },
  livePayloads: {
    'message.created': ({ data }) => data.message as Record<string, unknown>,
    'thread.read': ({ data }) => data,
  },
};
