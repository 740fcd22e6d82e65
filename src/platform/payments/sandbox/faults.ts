import * as z from 'zod';

/** What can be made to go wrong. It lasts until it is cleared, in all processes of the market. */
export const faultsSchema = z.strictObject({
  /** The API and the hosted page answer 503. */
  down: z.boolean().default(false),
  /** Each API call waits this long before anything is done. */
  slowMs: z.number().int().min(0).max(120_000).default(0),
  /** Each webhook is sent twice, at the same moment. */
  duplicateWebhooks: z.boolean().default(false),
  /** Webhooks that wait together are sent in a random order. */
  shuffleWebhooks: z.boolean().default(false),
  /** Webhooks are lost: recorded as events, never sent. */
  dropWebhooks: z.boolean().default(false),
  /**
   * `fail`: the bank sends new refunds back a moment after they were made. `refuse`: the API makes none (400,
   * `charge_disputed`).
   */
  refunds: z.enum(['succeed', 'fail', 'refuse']).default('succeed'),
});
export type Faults = z.infer<typeof faultsSchema>;

export const noFaults: Faults = faultsSchema.parse({});
