import * as z from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';

/** Stores the photo that a new member's sign-in provider named. */
export const takePhotoJob = defineJob('members.take-photo', z.object({ userId: z.string(), address: z.string() }));

/** Removes the files of a profile picture that no profile shows. */
export const sweepAvatarJob = defineJob('members.sweep-avatar', z.object({ avatarId: z.string() }), {
  formerly: ['accounts.sweep-avatar'],
});

const oneVacation = z.object({ vacationId: z.string() });

/** Publishes that a vacation has started. */
export const startVacationJob = defineJob('members.start-vacation', oneVacation);

/** Ends a vacation at its time. */
export const endVacationJob = defineJob('members.end-vacation', oneVacation);

/** Ends vacations whose timer was lost. */
export const reconcileVacationsJob = defineJob('members.reconcile-vacations', z.object({}));
