import * as z from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';

/** Keeps the photo that a newcomer's sign-in provider named. */
export const takePhotoJob = defineJob('members.take-photo', z.object({ userId: z.string(), address: z.string() }));

/** Removes the files of a profile picture that no profile shows. */
export const sweepAvatarJob = defineJob('members.sweep-avatar', z.object({ avatarId: z.string() }), { formerly: ['accounts.sweep-avatar'] });
