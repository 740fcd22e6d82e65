import * as z from 'zod';
import { signInFirst } from '#kernel/refusal.ts';
import { operatorActed } from '#platform/audit/audit.ts';
import type { Feature } from '#platform/feature.ts';
import { requestKeysData } from '#platform/http/request-keys.data.ts';
import { forgetRequestKeys } from '#platform/http/request-keys.ts';
import { identityData } from '#platform/identity/identity.data.ts';
import { sessionEnded } from '#platform/identity/revocations.ts';
import { defineJob, runs } from '#platform/jobs/jobs.ts';
import { sweepOutbox } from '#platform/outbox/sweep-outbox.ts';
import { platformTroubles } from '#platform/troubles/platform.troubles.ts';
import { marketData } from './market.data.ts';

/** Deletes events from which nobody resumes any more. */
const sweepOutboxJob = defineJob('house.sweep-outbox', z.object({}));

/** What belongs to no room: it joins them all. */
export const house: Feature = {
  name: 'house',
  personalData: { ...identityData, ...requestKeysData, ...marketData },
  forgets: { rank: 50, forget: forgetRequestKeys },
  sitemap: { pages: ['/', '/about', '/faq', '/fees', '/grading-guide', '/guides', '/privacy-policy'] },
  guarded: ['/dashboard'],
  hidden: ['/api/', '/dashboard', '/messages', '/sandbox/'],
  events: [operatorActed, sessionEnded],
  jobs: [runs(sweepOutboxJob, sweepOutbox)],
  schedules: [{ job: sweepOutboxJob, cron: '*/10 * * * *' }],
  troubles: platformTroubles,
  channels: {
    /** Everything that concerns the listener, of whichever room: what is told to `user:ID`. */
    me: {
      topics: async (_platform, viewer) => {
        if (!viewer) throw signInFirst('Sign in to follow what is yours.');
        return [`user:${viewer.id}`];
      },
    },
  },
};
