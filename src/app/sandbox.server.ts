import * as z from 'zod';
import { Refusal } from '#kernel/refusal.ts';
import { createApi, fieldErrors } from '#platform/http/api.ts';
import { problemResponse } from '#platform/http/problem.ts';
import type { Api } from '#platform/http/api.ts';
import { advanceClock } from '#platform/jobs/worker.ts';
import type { Mailbox } from '#platform/mail/mailbox.ts';
import type { Platform } from '#platform/platform.ts';

export interface Sandbox {
  /** Mounted at /sandbox; in production there is no such thing. */
  app: Api;
  close(): Promise<void>;
}

const clockInput = z.strictObject({ advanceSeconds: z.number('advanceSeconds must be a number of seconds').min(0).max(10 * 366 * 86_400) });

/** The stand-ins for other companies' servers, and the clock that can be moved. */
export function createSandbox(platform: Platform, mailbox: Mailbox | null): Sandbox {
  const app = createApi();
  app.onError((error, c) => problemResponse(error, c.get('requestId'), platform.log));
  if (mailbox) app.route('/', mailbox.app);
  app.post('/clock', async (c) => {
    const parsed = clockInput.safeParse(await c.req.json().catch(() => null));
    if (!parsed.success) throw new Refusal(422, 'invalid', 'Send {"advanceSeconds": N}, N from 0 to ten years.', { errors: fieldErrors(parsed.error.issues) });
    await advanceClock(platform, parsed.data.advanceSeconds * 1_000);
    return c.json({ now: platform.clock.now().toISOString() });
  });
  return { app, close: async () => {} };
}
