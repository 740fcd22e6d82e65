import * as z from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';

/** Removes the files of a profile picture that no profile shows. */
export const sweepAvatarJob = defineJob('members.sweep-avatar', z.object({ avatarId: z.string() }), { formerly: ['accounts.sweep-avatar'] });
