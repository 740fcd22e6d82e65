import * as z from 'zod';
import { line } from '#features/members/contract.ts';
import { isId } from '#kernel/ids.ts';
import { passkeyNameMax } from './passkey.rules.ts';

/** The wire format of passkeys. Browser-safe. */

const passkeyName = line('Name', passkeyNameMax).refine((text) => text.length > 0, 'Enter a name.');

const encoded = (max: number) =>
  z
    .string('Couldn’t read the passkey response. Try again.')
    .max(max, 'Couldn’t read the passkey response. Try again.')
    .regex(/^[\w-]+$/, 'Couldn’t read the passkey response. Try again.');
const transports = ['usb', 'nfc', 'ble', 'internal', 'hybrid', 'cable', 'smart-card'];

// Browsers add fields as the standard grows: unknown ones are accepted and ignored.
const answer = {
  id: encoded(2_048),
  rawId: encoded(2_048),
  type: z.literal('public-key', 'Couldn’t read the passkey response. Try again.'),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
};

const registrationResponse = z.looseObject({
  ...answer,
  response: z.looseObject({
    clientDataJSON: encoded(8_192),
    attestationObject: encoded(16_384),
    transports: z
      .array(z.string())
      .max(20)
      .optional()
      .transform((list) => list?.filter((name) => transports.includes(name))),
  }),
});

export const authenticationResponse = z.looseObject({
  ...answer,
  response: z.looseObject({
    clientDataJSON: encoded(8_192),
    authenticatorData: encoded(8_192),
    signature: encoded(8_192),
    userHandle: encoded(128).optional(),
  }),
});

export const addPasskeyInput = z.strictObject({ response: registrationResponse, name: passkeyName.optional() });
export type AddPasskeyInput = z.infer<typeof addPasskeyInput>;

const passkeyPurposes = ['sign-in', 'step-up'] as const;
const purpose = z.enum(passkeyPurposes, 'Choose the purpose “sign-in” or “step-up”.').default('sign-in');

export const askPasskeyQuery = z.strictObject({ purpose });
export const provePasskeyInput = z.strictObject({ response: authenticationResponse, purpose });
export type ProvePasskeyInput = z.infer<typeof provePasskeyInput>;

const passkeyId = z.string('Enter the id of the passkey.').refine(isId, 'Enter the id of the passkey.');
export const renamePasskeyInput = z.strictObject({ id: passkeyId, name: passkeyName });
export const deletePasskeyInput = z.strictObject({ id: passkeyId });

export const passkeySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    /** The passkey's provider, if known: a password manager, an operating system. */
    maker: z.string().nullable(),
    deviceType: z.enum(['singleDevice', 'multiDevice']),
    backedUp: z.boolean(),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Passkey' });
export type PasskeyView = z.infer<typeof passkeySchema>;
