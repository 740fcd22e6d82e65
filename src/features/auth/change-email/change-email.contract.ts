import * as z from 'zod';
import { emailSchema } from '#features/members/contract.ts';
import { renewedShape } from '../model/security.contract.ts';

/** What goes in and out where a member gives the account another e-mail. */

export const changeEmailInput = z.strictObject({ newEmail: emailSchema });
export type ChangeEmailInput = z.infer<typeof changeEmailInput>;

export const changeLinkInput = z.strictObject({
  token: z.string('The link is not complete.').min(1, 'The link is not complete.').max(128),
});

/** The change that waits, as its own member sees it. */
export const emailChangeSchema = z
  .object({
    oldEmail: z.string(),
    newEmail: z.string(),
    /** Whether the present address must confirm too. One that was never confirmed need not. */
    oldAsked: z.boolean(),
    oldConfirmed: z.boolean(),
    newConfirmed: z.boolean(),
    mailsSentAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'EmailChange' });
export type EmailChangeView = z.infer<typeof emailChangeSchema>;

/** What a link did: the change is made, or the other mailbox is still to confirm. */
export const changeLinkResultSchema = z
  .object({
    status: z.enum(['changed', 'waiting']),
    /** The mailbox that has not confirmed yet, its middle left out. */
    waitingFor: z.string().nullable(),
    ...renewedShape,
  })
  .meta({ id: 'EmailChangeStep' });
export type ChangeLinkResult = z.infer<typeof changeLinkResultSchema>;
