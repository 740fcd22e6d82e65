import * as z from 'zod';
import { emailSchema } from '#features/members/contract.ts';
import { renewedShape } from '../model/security.contract.ts';

/** The wire format of changes of the account's email. */

export const changeEmailInput = z.strictObject({ newEmail: emailSchema });
export type ChangeEmailInput = z.infer<typeof changeEmailInput>;

export const changeLinkInput = z.strictObject({
  token: z
    .string('This link is incomplete. Copy the full link from the email.')
    .min(1, 'This link is incomplete. Copy the full link from the email.')
    .max(128),
});

/** The pending change, as its own member sees it. */
export const emailChangeSchema = z
  .object({
    oldEmail: z.string(),
    newEmail: z.string(),
    /** Whether the present address must confirm too; false when it was never confirmed. */
    oldAsked: z.boolean(),
    oldConfirmed: z.boolean(),
    newConfirmed: z.boolean(),
    mailsSentAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'EmailChange' });
export type EmailChangeView = z.infer<typeof emailChangeSchema>;

/** The result of a link: the change is made, or the other mailbox must still confirm. */
export const changeLinkResultSchema = z
  .object({
    status: z.enum(['changed', 'waiting']),
    /** The unconfirmed mailbox, masked. */
    waitingFor: z.string().nullable(),
    ...renewedShape,
  })
  .meta({ id: 'EmailChangeStep' });
export type ChangeLinkResult = z.infer<typeof changeLinkResultSchema>;
