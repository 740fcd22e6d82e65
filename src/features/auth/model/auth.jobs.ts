import * as z from 'zod';
import { defineJob, type Job } from '#platform/jobs/jobs.ts';

/** An email of this feature. */
function mailJob<Payload extends z.ZodObject>(name: string, payload: Payload): Job<Payload> {
  return defineJob(`entry.mail-${name}`, payload, { formerly: [`accounts.mail-${name}`] });
}

/** An event about a member, with its time for the Message-ID. */
const aboutMember = z.object({ subject: z.string(), version: z.number() });

export const mailWelcomeJob = mailJob('welcome', z.object({ subject: z.string() }));
export const mailVerificationJob = mailJob(
  'verification',
  z.object({ userId: z.string(), next: z.string().nullable().default(null), requestId: z.string() }),
);
export const mailResetJob = mailJob('reset', z.object({ email: z.string(), requestId: z.string() }));
export const mailPasswordChangedJob = mailJob('password-changed', aboutMember);
export const mailPasswordAddedJob = mailJob('password-added', aboutMember);
export const mailGoogleLinkedJob = mailJob('google-linked', aboutMember);
export const mailGoogleUnlinkedJob = mailJob('google-unlinked', aboutMember);
/**
 * Carries the address and the name: when the job runs, the account is gone. Without `undoId` the deletion
 * can't be undone.
 */
export const mailDeletedJob = mailJob(
  'deleted',
  z.object({
    email: z.string(),
    username: z.string(),
    userId: z.string(),
    undoId: z.string().nullable().default(null),
  }),
);
/** Emails a former member that their account can be restored for two more days. */
export const remindUndoJob = mailJob('remind-undo', z.object({ undoId: z.string() }));
export const mailReturnedJob = mailJob('returned', aboutMember);
/** From then on a deletion is final. */
export const endUndoJob = defineJob('entry.end-undo', z.object({ undoId: z.string() }));

export const mailRestoredJob = mailJob('restored', aboutMember);

export const mailChangeOldJob = mailJob('change-old', z.object({ changeId: z.string(), requestId: z.string() }));
export const mailChangeNewJob = mailJob('change-new', z.object({ changeId: z.string(), requestId: z.string() }));
export const mailChangeNotifiedJob = mailJob('change-told', z.object({ changeId: z.string() }));
export const mailEmailChangedJob = mailJob(
  'email-changed',
  z.object({
    userId: z.string(),
    oldEmail: z.string(),
    newEmail: z.string(),
    version: z.number(),
    wasConfirmed: z.boolean(),
  }),
);

/** Carries the passkey's name: the passkey may be gone when the email is written. */
export const mailPasskeyJob = mailJob(
  'passkey',
  z.object({
    what: z.enum(['added', 'removed', 'copied']),
    userId: z.string(),
    id: z.string(),
    name: z.string(),
    at: z.number(),
  }),
);

export const mailSecondFactorOnJob = mailJob('second-factor-on', aboutMember);
export const mailSecondFactorOffJob = mailJob('second-factor-off', aboutMember);
export const mailRecoveryCodesRenewedJob = mailJob('recovery-codes-renewed', aboutMember);
export const mailRecoveryCodeUsedJob = mailJob(
  'recovery-code-used',
  aboutMember.extend({ data: z.object({ left: z.number() }) }),
);
export const mailSecondStepFailedJob = mailJob('second-step-failed', aboutMember);
export const mailFactorsResetJob = mailJob('factors-reset', aboutMember);

/** Deletes expired sessions, links, codes and request keys. */
export const sweepJob = defineJob('entry.sweep', z.object({}), { formerly: ['accounts.sweep'] });
