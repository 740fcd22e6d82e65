import * as z from 'zod';
import type { PlaceIcon } from '#kernel/place-icon.ts';
import { isPlainLine } from '#kernel/text/plain-text.ts';

/** Public API, browser-safe: preferences, entries and push subscriptions on the wire. */

const moment = z.iso.datetime({
  offset: true,
  error: 'Enter a date and time, for example 2027-01-31T09:00:00Z.',
});

export const channels = ['app', 'mail', 'push'] as const;
export type Channel = (typeof channels)[number];

/** A kind of notification and the channels that it supports. */
export interface NotifiedKind {
  name: string;
  label: string;
  means: string;
  has: Readonly<Record<Channel, boolean>>;
  /** Offered to admins only; absent: to all members. */
  for?: 'operator' | undefined;
}

const channelsOf = <T extends z.ZodType>(each: T) => ({ app: each, mail: each, push: each });

/** A kind for admins is absent for other members. */
const forAll = <T extends z.ZodType>(kind: NotifiedKind, schema: T) => (kind.for ? schema.optional() : schema);

/** Keyed by the kinds that features declare. */
export const preferencesSchema = (kinds: readonly NotifiedKind[]) =>
  z
    .object({
      /** The emails that a member may decline: the same as `kinds.KIND.mail`. */
      mails: z.object(
        Object.fromEntries(kinds.filter(({ has }) => has.mail).map((kind) => [kind.name, forAll(kind, z.boolean())])),
      ),
      /** The pause of emails. Null: not paused. `until` null: until the member ends it. */
      pause: z.object({ until: z.iso.datetime().nullable() }).nullable(),
      /** Mutes every kind on every channel; emails about security and money are still sent. */
      mute: z.boolean(),
      /** An email that cannot be declined reads true, a channel that a kind does not support reads false. */
      kinds: z.object(
        Object.fromEntries(kinds.map((kind) => [kind.name, forAll(kind, z.object(channelsOf(z.boolean())))])),
      ),
    })
    .meta({ id: 'NotificationPreferences' });
export type Preferences = z.infer<ReturnType<typeof preferencesSchema>>;

const isOn = z.boolean('Use true or false.').optional();

/** A missing field stays unchanged, so that an older client does not reset a newer kind. */
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
    /** The page that the entry opens: a path that starts with a slash. */
    link: z.string(),
    read: z.boolean(),
    deleted: z.boolean(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Notification' });
export type Notification = z.infer<typeof notificationSchema>;

/** A notification as pages show it. */
export interface Entry extends Notification {
  icon: PlaceIcon;
  /** The label of the link to its page. */
  act: string;
}

const idsWords = 'Send ids with at most 100 notifications, or all as true.';

/** The entries to mark as read. */
export const readInput = z
  .union(
    [z.strictObject({ ids: z.array(z.string().max(64)).max(100) }), z.strictObject({ all: z.literal(true) })],
    idsWords,
  )
  .meta({ id: 'NotificationsReadIn' });
export type ReadInput = z.infer<typeof readInput>;

/** base64url, or base64 as some browsers write it, of the given number of bytes. */
const bytes = (count: number, words: string) =>
  z
    .string(words)
    .max(200, words)
    .transform((text) => text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''))
    .refine((text) => /^[\w-]+$/.test(text) && Math.floor((text.length * 3) / 4) === count, words);

const endpoint = z
  .string('Enter the address of the push subscription.')
  .max(1_000, 'The address is too long. Use at most 1,000 characters.')
  .refine(isPlainLine, 'The address has characters that can’t be read.');

/** The browser's `PushSubscription`, as its `toJSON` writes it. */
export const subscribeInput = z
  .strictObject({
    endpoint,
    expirationTime: z.number().nullable().optional(),
    keys: z.strictObject({
      p256dh: bytes(65, 'Enter the browser’s public key, 65 bytes in base64url.'),
      auth: bytes(16, 'Enter the browser’s secret, 16 bytes in base64url.'),
    }),
  })
  .meta({ id: 'PushSubscriptionIn' });
export type SubscribeInput = z.output<typeof subscribeInput>;

/** Without an address: every device of the member. */
export const unsubscribeInput = z.object({ endpoint: endpoint.optional() });
