import * as z from 'zod';

/** Face, browser-safe: the preferences as they go in and out. */

const moment = z.iso.datetime({ offset: true, error: 'The moment must be a date and time such as 2027-01-31T09:00:00Z.' });

/** `kinds` are the names of those that the rooms mail. */
export const mailPreferencesSchema = (kinds: readonly string[]) =>
  z
    .object({
      mails: z.object(Object.fromEntries(kinds.map((kind) => [kind, z.boolean()]))),
      /** Null: not paused. `until` null: until the member turns mails on again. */
      pause: z.object({ until: z.iso.datetime().nullable() }).nullable(),
    })
    .meta({ id: 'MailPreferences' });
export type MailPreferences = z.infer<ReturnType<typeof mailPreferencesSchema>>;

const isMailed = z.boolean('Say true or false.').optional();

/** What is left out stays as it is, so that a program of today does not undo a kind of tomorrow. */
export const mailPreferencesInput = (kinds: readonly string[]) =>
  z
    .strictObject({
      mails: z.strictObject(Object.fromEntries(kinds.map((kind) => [kind, isMailed]))).optional(),
      pause: z.strictObject({ until: moment.nullable() }).nullable().optional(),
    })
    .meta({ id: 'MailPreferencesIn' });
export type MailPreferencesInput = z.infer<ReturnType<typeof mailPreferencesInput>>;

export const notificationSchema = z
  .object({
    id: z.string(),
    userId: z.string(),
    kind: z.string(),
    title: z.string(),
    body: z.string(),
    /** The page that it opens, from its first slash on. */
    link: z.string(),
    read: z.boolean(),
    deleted: z.boolean(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Notification' });
export type Notification = z.infer<typeof notificationSchema>;

const idsWords = 'Say ids, the ids of at most 100 notifications, or all as true.';

/** Which entries the member has seen. */
export const readInput = z
  .union([z.strictObject({ ids: z.array(z.string().max(64)).max(100) }), z.strictObject({ all: z.literal(true) })], idsWords)
  .meta({ id: 'NotificationsReadIn' });
export type ReadInput = z.infer<typeof readInput>;
