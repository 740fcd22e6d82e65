import * as z from 'zod';
import { emailSchema } from '#features/members/contract.ts';
import { isPlainLine } from '#kernel/text/plain-text.ts';
import { newPasswordSchema } from '../contract.ts';
import { messages } from './messages.ts';

/** The wire format of changes of sign-in methods. Used by this feature alone. */

export const changePasswordInput = z.strictObject({
  currentPassword: z
    .string('Enter your current password.')
    .min(1, 'Enter your current password.')
    .max(1_024, 'This password is incorrect. Try again.'),
  newPassword: newPasswordSchema,
});
export type ChangePasswordInput = z.infer<typeof changePasswordInput>;

export const setPasswordInput = z.strictObject({ newPassword: newPasswordSchema });
export type SetPasswordInput = z.infer<typeof setPasswordInput>;

export const deviceSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    address: z.string().nullable(),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    isCurrent: z.boolean(),
  })
  .meta({ id: 'Device' });
export type Device = z.infer<typeof deviceSchema>;

export const bearerTokenSchema = z
  .object({ token: z.string(), expiresAt: z.iso.datetime() })
  .meta({ id: 'BearerToken' });

/** Returned by calls that renew the caller's session, for callers with a bearer token, which is void. */
export const renewedShape = {
  bearer: bearerTokenSchema
    .optional()
    .describe('The new bearer token, if the request used one. The old token is no longer valid.'),
};
export const renewedSchema = z.object({ success: z.literal(true), ...renewedShape }).meta({ id: 'SessionRenewed' });

const presentPassword = z.string('Enter your password.').max(1_024, 'This password is incorrect. Try again.');
const code = z
  .string(messages.enterCode)
  .trim()
  .min(1, messages.enterCode)
  .max(64, messages.wrongCode)
  .refine(isPlainLine, messages.wrongCode);

/** The proof of a step-up: a missing part must have been proven in this session within ten minutes. */
export const stepUpInput = z.strictObject({ password: presentPassword.optional(), code: code.optional() });
export type StepUpInput = z.infer<typeof stepUpInput>;

export const codeInput = z.strictObject({ code });

export const secondFactorSchema = z
  .object({
    enabled: z.boolean(),
    /** A secret was created and waits for its first code. */
    waiting: z.boolean(),
    enabledAt: z.iso.datetime().nullable(),
    backupCodesLeft: z.number().int(),
  })
  .meta({ id: 'SecondFactor' });
export type SecondFactorView = z.infer<typeof secondFactorSchema>;

export const requestResetInput = z.strictObject({ email: emailSchema });

export const resetPasswordInput = z.strictObject({
  token: z
    .string('This link is incomplete. Copy the full link from the email.')
    .min(1, 'This link is incomplete. Copy the full link from the email.')
    .max(128),
  newPassword: newPasswordSchema,
  /**
   * What to do with an authenticator app that was set up before the address was confirmed; any other stays. Stays by
   * default.
   */
  secondFactor: z.enum(['keep', 'drop'], 'Choose one of these values: keep, drop.').optional(),
});
export type ResetPasswordInput = z.infer<typeof resetPasswordInput>;

export const sendVerificationInput = z.strictObject({
  callbackURL: z.string('Enter the callback address as text.').max(2_048).optional(),
});

export const startGoogleInput = z.strictObject({
  provider: z.literal('google', 'Only Google is supported.'),
  callbackURL: z.string('Enter the callback address as text.').max(2_048).optional(),
});

export const linkAccountsInput = z.strictObject({
  email: emailSchema,
  currentUserId: z.string('Enter the id of your account.').max(64),
});
export type LinkAccountsInput = z.infer<typeof linkAccountsInput>;

export const unlinkInput = z.strictObject({
  providerId: z.literal('google', 'Only Google can be unlinked.'),
  /** Which one, when several are linked. */
  accountId: z.string('Enter the id of the linked account.').max(64).optional(),
});

export const wayInSchema = z
  .object({
    id: z.string(),
    providerId: z.enum(['credential', 'google']),
    email: z.string().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'WayIn' });
export type WayInView = z.infer<typeof wayInSchema>;
