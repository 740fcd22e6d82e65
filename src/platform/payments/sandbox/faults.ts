import * as z from 'zod';

/** Simulated faults. They last until they are cleared, in all processes. */
export const faultsSchema = z.strictObject({
  /** The API and the hosted page answer 503. */
  down: z.boolean().default(false),
  /** Delay of each API call. */
  slowMs: z.number().int().min(0).max(120_000).default(0),
  /** Each webhook is sent twice at the same moment. */
  duplicateWebhooks: z.boolean().default(false),
  /** Waiting webhooks are sent in random order. */
  shuffleWebhooks: z.boolean().default(false),
  /** Webhooks are recorded as events and never sent. */
  dropWebhooks: z.boolean().default(false),
  /**
   * `fail`: the bank returns new refunds shortly after they were created. `refuse`: the API creates none (400,
   * `charge_disputed`).
   */
  refunds: z.enum(['succeed', 'fail', 'refuse']).default('succeed'),
  /** `short`: the balance is too small. `refuse`: the destination cannot receive any. */
  transfers: z.enum(['succeed', 'short', 'refuse']).default('succeed'),
  /** `refuse`: the connected account's balance is too small. */
  reversals: z.enum(['succeed', 'refuse']).default('succeed'),
  /** `fail`: the bank sends payouts back. `fail_after_paid`: a day after they were said to be paid. */
  payouts: z.enum(['succeed', 'fail', 'fail_after_paid']).default('succeed'),
  /** Each call that changes something has its effect, and its answer is lost (500). */
  loseAnswers: z.boolean().default(false),
});
export type Faults = z.infer<typeof faultsSchema>;

export const noFaults: Faults = faultsSchema.parse({});
