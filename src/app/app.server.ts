import * as z from 'zod';
import { auditSecurity } from '#platform/audit/audit.security.ts';
import { adminActed } from '#platform/audit/audit.ts';
import { auditTroubles } from '#platform/audit/verify-acts.server.ts';
import { checkCounters, eraseCounters } from '#platform/counters/check-counters.server.ts';
import { countersData, countersRetained } from '#platform/counters/counters.data.ts';
import type { Feature } from '#platform/feature.ts';
import { httpSecurity } from '#platform/http/http.security.ts';
import { requestKeysData, requestKeysRetained } from '#platform/http/requests/request-keys.data.ts';
import { forgetRequestKeys } from '#platform/http/requests/request-keys.ts';
import { identityData, identityRetained } from '#platform/identity/identity.data.ts';
import { identitySecurity } from '#platform/identity/identity.security.ts';
import { sessionEnded } from '#platform/identity/sessions/revocations.ts';
import { defineJob, runs } from '#platform/jobs/jobs.ts';
import { limitSecurity } from '#platform/limits/limits.security.ts';
import { sweepOutbox } from '#platform/outbox/sweep-outbox.ts';
import type { SecurityKind } from '#platform/security-log/security-kind.ts';
import { siteChanged } from '#platform/site/site.server.ts';
import { platformTroubles } from '#platform/troubles/platform.troubles.ts';
import { appPolicy } from './app.policy.ts';
import { marketData } from './market.data.ts';

/** Deletes events that no client can resume from any more. */
const sweepOutboxJob = defineJob('house.sweep-outbox', z.object({}));
/** Compares the members' counters with the rows that they count, and corrects them. */
const checkCountersJob = defineJob('house.check-counters', z.object({}));

/** The app's own manifest: what joins the features and belongs to none of them. */
export const house: Feature = {
  name: 'house',
  policy: appPolicy,
  securityKinds: [httpSecurity, limitSecurity, identitySecurity, auditSecurity].flatMap((kinds) =>
    Object.values<SecurityKind>(kinds),
  ),
  personalData: { ...identityData, ...requestKeysData, ...countersData, ...marketData },
  retention: [...identityRetained, ...requestKeysRetained, ...countersRetained],
  erasure: {
    // After all features whose rows are counted.
    rank: 65,
    erase: async (tx, leaver) => {
      await forgetRequestKeys(tx, leaver);
      await eraseCounters(tx, leaver);
    },
  },
  sitemap: { pages: ['/', '/about', '/faq', '/fees', '/grading-guide', '/guides', '/new-sellers', '/privacy-policy'] },
  memberPages: ['/dashboard'],
  livePages: ['/dashboard'],
  navigation: [
    { in: 'footer', rank: 20, to: '/about', label: 'About' },
    { in: 'footer', rank: 30, to: '/guides', label: 'Guides' },
    { in: 'footer', rank: 40, to: '/grading-guide', label: 'Grading guide' },
    { in: 'footer', rank: 50, to: '/fees', label: 'Fees' },
    { in: 'footer', rank: 60, to: '/faq', label: 'Help' },
    { in: 'footer', rank: 70, to: '/privacy-policy', label: 'Privacy policy' },
    { in: 'menu', rank: 10, to: '/dashboard', label: 'Dashboard', icon: 'dashboard', for: 'member' },
    { in: 'dashboard', rank: 10, to: '/dashboard', label: 'Dashboard', icon: 'overview', end: true },
    {
      in: 'settings',
      rank: 70,
      to: '/settings/data',
      label: 'Data',
      about: 'Download your data or delete your account',
      icon: 'data',
    },
  ],
  robotsDisallow: ['/api/', '/dashboard', '/sandbox/'],
  events: [adminActed, sessionEnded, siteChanged],
  jobs: [runs(sweepOutboxJob, sweepOutbox), runs(checkCountersJob, checkCounters)],
  schedules: [
    { job: sweepOutboxJob, cron: '*/10 * * * *' },
    { job: checkCountersJob, cron: '51 3 * * *' },
  ],
  troubles: [...platformTroubles, ...auditTroubles],
  channels: {
    /** Everything about the subscriber, from any feature: events to `user:ID`, and changes of their counters. */
    me: {
      description: {
        params: {},
        by: 'each member, for their own data',
        kinds: [
          'counters.changed',
          'notification.created',
          'offer.changed',
          'order.changed',
          'order.read',
          'cart.changed',
          'payouts.changed',
          'payouts.bank-payout-changed',
          'listing.changed',
          'listings.begun',
          'listings.repriced',
          'wanted.changed',
          'import.changed',
          'bulk.changed',
          'profile.changed',
          'member.joined',
          'tier.changed',
          'subscription.changed',
        ],
      },
      topics: async ({ frame }, viewer) => {
        appPolicy.check(viewer, 'follow one’s own');
        const memberId = viewer?.id ?? '';
        const counted = Object.values(frame.counters).flatMap(({ topics }) => topics(memberId));
        return [...new Set([`user:${memberId}`, ...counted])];
      },
    },
  },
};
