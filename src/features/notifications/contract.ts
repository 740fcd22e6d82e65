import * as z from 'zod';

/** Face, browser-safe: the preferences as they go in and out. */

export type { MailKind } from './mail-kinds.ts';

const moment = z.iso.datetime({ offset: true, error: 'The moment must be a date and time such as 2027-01-31T09:00:00Z.' });

export const mailPreferencesSchema = z
  .object({
    mails: z.object({ sales: z.boolean(), purchases: z.boolean(), listings: z.boolean() }),
    /** Null: not paused. `until` null: until the member turns mails on again. */
    pause: z.object({ until: z.iso.datetime().nullable() }).nullable(),
  })
  .meta({ id: 'MailPreferences' });
export type MailPreferences = z.infer<typeof mailPreferencesSchema>;

const isMailed = z.boolean('Say true or false.').optional();

/** What is left out stays as it is, so that a program of today does not undo a kind of tomorrow. */
export const mailPreferencesInput = z
  .strictObject({
    mails: z.strictObject({ sales: isMailed, purchases: isMailed, listings: isMailed }).optional(),
    pause: z.strictObject({ until: moment.nullable() }).nullable().optional(),
  })
  .meta({ id: 'MailPreferencesIn' });
export type MailPreferencesInput = z.infer<typeof mailPreferencesInput>;
