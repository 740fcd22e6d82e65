import * as z from 'zod';
import {
  emailSchema,
  line,
  locationInput,
  memberProfileSchema,
  tiers,
  usernameSchema,
} from '#features/members/contract.ts';
import { profileLimits } from '#features/members/words.ts';
import { subscriptionSchema } from '#features/tiers/contract.ts';
import { messages } from './model/messages.ts';
import { passwordLengthProblem } from './passwords/password.rules.ts';

/** Public API, browser-safe: sign-up, sign-in and the own account on the wire. */

export const newPasswordSchema = z.string('Enter a password.').superRefine((text, context) => {
  const problem = passwordLengthProblem(text);
  if (problem) context.addIssue({ code: 'custom', message: problem });
});

export const signUpInput = z.strictObject({
  email: emailSchema,
  password: newPasswordSchema,
  username: usernameSchema,
  name: line('Name', profileLimits.displayName).optional(),
  location: line('Location', profileLimits.location).optional(),
});
/** The page's form: with a location, so that the profile is complete at once. */
export const signUpForm = signUpInput.extend({
  location: locationInput,
});
export type SignUpInput = z.infer<typeof signUpInput>;

export const signInInput = z.strictObject({
  email: emailSchema,
  // Accepts every password that may exist; only absurd sizes are refused before the expensive hash.
  password: z.string('Enter your password.').min(1, 'Enter your password.').max(1_024, messages.wrongCredentials),
});
export type SignInInput = z.infer<typeof signInInput>;

/** All fields of the own profile (EN-01). */
export const ownProfileSchema = memberProfileSchema
  .extend({ subscription: subscriptionSchema })
  .meta({ id: 'OwnProfile' });
export type OwnProfile = z.infer<typeof ownProfileSchema>;

export const sessionSchema = z
  .object({
    user: z.object({
      id: z.string(),
      email: z.string(),
      name: z.string(),
      username: z.string(),
      emailVerified: z.boolean(),
      image: z.string().nullable(),
      role: z.enum(['member', 'admin']),
      tier: z.enum(tiers),
      needsProfileCompletion: z.boolean(),
    }),
    session: z.object({ id: z.string().nullable(), createdAt: z.iso.datetime(), expiresAt: z.iso.datetime() }),
  })
  .meta({ id: 'Session' });
export type SessionView = z.infer<typeof sessionSchema>;
