import type { Feature } from '#platform/feature.ts';
import { addCardReportsApi } from './card-reports.api.server.ts';
import { cardReportUpdates } from './close-reports.server.ts';
import { cardReportsReturn, exportCardReports, forgetCardReports } from './erase-member.server.ts';
import { cardReportData, cardReportRetained } from './model/card-report.data.ts';
import { cardReported } from './model/card-report.events.ts';
import { cardReportLimits } from './model/card-report.limits.ts';
import { cardReportPolicy } from './model/card-report.policy.ts';

export const feature: Feature = {
  name: 'card-reports',
  policy: cardReportPolicy,
  personalData: cardReportData,
  retention: cardReportRetained,
  dataExport: { part: 'messages', read: exportCardReports },
  erasure: { rank: 29, erase: forgetCardReports, restore: cardReportsReturn },
  memberPages: ['/card-reports'],
  robotsDisallow: ['/card-reports'],
  notificationKinds: [cardReportUpdates],
  limits: Object.values(cardReportLimits),
  api: addCardReportsApi,
  events: [cardReported],
  replayedResponses: {
    'POST /api/catalogue/cards/{id}/reports': async (_platform, _actor, id) => ({ status: 201, body: { id } }),
  },
};
