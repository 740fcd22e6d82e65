import * as z from 'zod';
import { isPlainLine } from '#kernel/text/plain-text.ts';

/** Face, browser-safe: the preferences as they go in and out. */

const moment = z.iso.datetime({
  offset: true,
  error: 'The moment must be a date and time such as 2027-01-31T09:00:00Z.',
});

export const channels = ['app', 'mail', 'push'] as const;
export type Channel = (typeof channels)[number];

/** A kind of news, and by which of the channels it comes at all. */
export interface NotifiedKind {
  name: string;
  label: string;
  means: string;
  has: Readonly<Record<Channel, boolean>>;
}

const channelsOf = <T extends z.ZodType>(each: T) => ({ app: each, mail: each, push: each });

/** Of the kinds that the rooms tell of. */
export const preferencesSchema = (kinds: readonly NotifiedKind[]) =>
  z
    .object({
      /** The mails that may be declined: the same as `kinds.KIND.mail`. */
      mails: z.object(Object.fromEntries(kinds.filter(({ has }) => has.mail).map(({ name }) => [name, z.boolean()]))),
      /** Of the mails. Null: not paused. `until` null: until the member turns them on again. */
      pause: z.object({ until: z.iso.datetime().nullable() }).nullable(),
      /** Nothing of any kind comes by any channel; mails about security and money still go. */
      mute: z.boolean(),
      /** A mail that can't be declined reads true, a channel that a kind does not have false. */
      kinds: z.object(Object.fromEntries(kinds.map(({ name }) => [name, z.object(channelsOf(z.boolean()))]))),
    })
    .meta({ id: 'NotificationPreferences' });
export type Preferences = z.infer<ReturnType<typeof preferencesSchema>>;

const isOn = z.boolean('Say true or false.').optional();

/** What is left out stays as it is, so that a program of today does not undo a kind of tomorrow. */
export const preferencesInput = (kinds: readonly NotifiedKind[]) =>
  z
    .strictObject({
      mails: z
        .strictObject(Object.fromEntries(kinds.filter(({ has }) => has.mail).map(({ name }) => [name, isOn])))
        .optional(),
      pause: z.strictObject({ until: moment.nullable() }).nullable().optional(),
      mute: isOn,
      kinds: z
        .strictObject(Object.fromEntries(kinds.map(({ name }) => [name, z.strictObject(channelsOf(isOn)).optional()])))
        .optional(),
    })
    .meta({ id: 'NotificationPreferencesIn' });
export type PreferencesInput = z.infer<ReturnType<typeof preferencesInput>>;

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
  .union(
    [z.strictObject({ ids: z.array(z.string().max(64)).max(100) }), z.strictObject({ all: z.literal(true) })],
    idsWords,
  )
  .meta({ id: 'NotificationsReadIn' });
export type ReadInput = z.infer<typeof readInput>;

/** base64url, or base64 as some browsers write it, of so many bytes. */
const bytes = (count: number, words: string) =>
  z
    .string(words)
    .max(200, words)
    .transform((text) => text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''))
    .refine((text) => /^[\w-]+$/.test(text) && Math.floor((text.length * 3) / 4) === count, words);

const endpoint = z
  .string('Say the address that the browser gave you.')
  .max(1_000, 'This address is too long.')
  .refine(isPlainLine, "The address has characters that can't be read.");

/** A browser's own `PushSubscription`, as its `toJSON` writes it. */
export const subscribeInput = z
  .strictObject({
    endpoint,
    expirationTime: z.number().nullable().optional(),
    keys: z.strictObject({
      p256dh: bytes(65, 'Say the browser’s public key, 65 bytes in base64url.'),
      auth: bytes(16, 'Say the browser’s secret, 16 bytes in base64url.'),
    }),
  })
  .meta({ id: 'PushSubscriptionIn' });
export type SubscribeInput = z.output<typeof subscribeInput>;

/** Without an address: every device of mine. */
export const unsubscribeInput = z.object({ endpoint: endpoint.optional() });
