import * as z from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';

/** Deletes the carts of visitors that were not changed for 30 days. */
export const sweepCartsJob = defineJob('cart.sweep', z.object({}));

/** Takes what was paid for out of its buyer's cart. */
export const removeBoughtJob = defineJob('cart.remove-bought', z.object({ orderId: z.string(), buyerId: z.string() }));
