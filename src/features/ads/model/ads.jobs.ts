import * as z from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';

/** Deletes the files of a picture that no ad shows. */
export const sweepAdPictureJob = defineJob('ads.sweep-picture', z.object({ picture: z.string() }));
