import * as z from 'zod';
import { Refusal } from '#kernel/refusal.ts';
import { type Api, createApi, fieldErrors } from '#platform/http/requests/api.ts';
import { scriptHash } from '#platform/http/responses/content-policy.ts';
import { problemResponse } from '#platform/http/responses/problem.ts';
import { createGoogleSandbox } from '#platform/identity/sandbox/google.ts';
import type { Schedule } from '#platform/jobs/passed-schedules.ts';
import { advanceClock, hasDueJobs, JobsStuck, settleJobs } from '#platform/jobs/worker.ts';
import type { Mailbox } from '#platform/mail/mailbox.ts';
import { createStripeSandbox } from '#platform/payments/sandbox/sandbox.ts';
import type { Platform } from '#platform/platform.ts';
import { themeScript } from '#ui/theme/theme.ts';
import { appLimits } from '../app.limits.ts';
import { plainPages } from '../rendering/plain-page.server.ts';
import { requireMailboxKey } from './mailbox-key.server.ts';

export interface Sandbox {
  /** Mounted at /sandbox; in production there is no such thing. */
  app: Api;
  /** From now on the other companies act by themselves as well. */
  open(): void;
  close(): Promise<void>;
}

/** Emails contain members' text: their page runs no script but the theme's own. */
const mailPolicy = `default-src 'none'; script-src ${scriptHash(themeScript)}; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

const daysInput = z.strictObject({ days: z.number('days must be a number.').min(0).max(3_660) });
const clockInput = z.strictObject({
  advanceSeconds: z
    .number('advanceSeconds must be a number of seconds.')
    .min(0)
    .max(10 * 366 * 86_400),
});

/** The stand-ins for other companies' servers, and the clock that can be moved. */
export function createSandbox(platform: Platform, mailbox: Mailbox | null, schedules: readonly Schedule[]): Sandbox {
  const { config, pool, clock, log, pubsub: wire } = platform;
  const stripe = createStripeSandbox({
    pool,
    clock,
    log,
    pubsub: wire,
    secretKey: config.stripe.secretKey,
    webhookSecret: config.stripe.webhookSecret,
    premiumPriceId: config.stripe.premiumPriceId,
    webhookUrl: `${config.appUrl}/api/stripe/webhook`,
    publicUrl: `${config.appUrl}/sandbox/stripe`,
  });
  const app = createApi();
  app.onError((error, c) => problemResponse(error, c.get('requestId'), platform.log));
  if (mailbox) {
    app.use('/mail', requireMailboxKey(config));
    app.use('/mail.json', requireMailboxKey(config));
    app.use('/mail', (c, next) => {
      c.header('content-security-policy', mailPolicy);
      return next();
    });
    app.route('/', mailbox.pages(plainPages(platform)));
  }
  app.post('/clock', async (c) => {
    const parsed = clockInput.safeParse(await c.req.json().catch(() => null));
    if (!parsed.success)
      throw new Refusal(422, 'invalid', 'Send {"advanceSeconds": N} with N from 0 to 316,224,000.', {
        errors: fieldErrors(parsed.error.issues),
      });
    await moved(parsed.data.advanceSeconds * 1_000);
    return c.json({ now: platform.clock.now().toISOString() });
  });
  app.post('/stripe/advance', async (c) => {
    const parsed = daysInput.safeParse(await c.req.json().catch(() => null));
    if (!parsed.success)
      throw new Refusal(422, 'invalid', 'Send {"days": N} with N from 0 to 3,660.', {
        errors: fieldErrors(parsed.error.issues),
      });
    await moved(parsed.data.days * 86_400_000);
    return c.json({ now: platform.clock.now().toISOString() });
  });
  app.route('/stripe', stripe.app);
  app.route(
    '/google',
    createGoogleSandbox({
      ...config.google,
      issuer: `${config.appUrl}/sandbox/google`,
      appUrl: config.appUrl,
      now: () => clock.now(),
      isFirstUse: async (code) => (await platform.limits.take(appLimits.sandboxGoogleCode, code)).allowed,
    }),
  );
  return { app, open: () => stripe.open(), close: () => stripe.close() };

  /** Where no worker runs, or a job takes long, the clock has moved all the same; the answer reports both. */
  async function moved(ms: number): Promise<void> {
    await advance(ms).catch((error: unknown) => {
      if (!(error instanceof JobsStuck)) throw error;
      const now = clock.now().toISOString();
      const sentence =
        error.running.length > 0
          ? `The clock is now ${now}. These jobs are still running: ${error.running.join(', ')}.`
          : `The clock is now ${now}. Jobs are due, but no worker is running. Start a process with the role worker.`;
      throw new Refusal(503, 'jobs_waiting', sentence, { details: { now, waiting: error.tasks } });
    });
  }

  /** The one clock of app and stand-ins: what became due on either side has happened when this resolves. */
  async function advance(ms: number): Promise<void> {
    // A webhook that travels while the clock jumps would arrive with a signature of long ago.
    await stripe.settle();
    await advanceClock(platform, ms, schedules);
    // Each side triggers the other: a webhook enqueues jobs, and a job calls Stripe, which sends new events.
    do {
      await stripe.settle();
      await settleJobs(platform);
      await stripe.settle();
    } while (await hasDueJobs(platform));
  }
}
