import * as z from 'zod';
import { listingGames } from '#kernel/cards/games.ts';
import { findTimeZone, formatNumber, numberFormatNames } from '#kernel/format.ts';
import { currencies } from '#kernel/numbers/money.ts';
import { emailInvalid } from '#kernel/specified-texts.ts';
import { isEmail, normalizeEmail } from './model/email.rules.ts';
import { profileLimits } from './model/messages.ts';
import { factRules } from './profile/fact.rules.ts';
import { usernameProblem } from './profile/username.rules.ts';
import { vacationLimits } from './vacation/vacation.rules.ts';

/** Public API, browser-safe: profiles, names and vacations on the wire. */

export const tiers = ['free', 'premium'] as const;
export type Tier = (typeof tiers)[number];
/** Legal status of the seller. */
export const sellerKinds = ['private', 'trader'] as const;
export type SellerKind = (typeof sellerKinds)[number];
export const themes = ['light', 'dark', 'midnight', 'system'] as const;
export type Theme = (typeof themes)[number];
/** How close the rows of lists and tables stand. */
export const densities = ['comfortable', 'compact'] as const;
export type Density = (typeof densities)[number];
/** `less`: nothing moves, whatever the device asks for. */
export const motions = ['system', 'less'] as const;
export type Motion = (typeof motions)[number];

/** The badge of a tier beside a name: a star for premium, nothing for free. */
export function badgeOf(tier: Tier): 'star' | null {
  return tier === 'premium' ? 'star' : null;
}

/** Typed text: no control characters but line breaks where `lines` allows them, and no lone surrogates. */
export function line(field: string, max: number) {
  return z
    .string(`Enter text in “${field}”.`)
    .refine(
      (text) => text.isWellFormed() && !/[\p{Cc}\p{Co}\p{Cn}\u202a-\u202e\u2066-\u2069]/u.test(text),
      'Remove the characters that can’t be shown.',
    )
    .transform((text) => text.normalize('NFC').trim())
    .refine((text) => [...text].length <= max, `Enter at most ${max} characters.`);
}

/** The same, which must not be empty: `missing` is the sentence for that. */
export const requiredLine = (field: string, max: number, missing: string) =>
  line(field, max).refine((text) => text !== '', missing);

/** The same, null where it is empty or absent. */
export const optionalLine = (field: string, max: number) =>
  line(field, max)
    .transform((text) => (text === '' ? null : text))
    .nullable()
    .default(null);

/** The same with several lines. */
export function lines(field: string, max: number) {
  return z
    .string(`Enter text in “${field}”.`)
    .refine(
      (text) => text.isWellFormed() && !/[\p{Co}\p{Cn}\u202a-\u202e\u2066-\u2069]|(?![\n\r\t])\p{Cc}/u.test(text),
      'Remove the characters that can’t be shown.',
    )
    .transform((text) => text.normalize('NFC').replaceAll('\r\n', '\n').trim())
    .refine((text) => [...text].length <= max, `Enter at most ${formatNumber(max)} characters.`);
}

export const emailSchema = z.string(emailInvalid).transform(normalizeEmail).refine(isEmail, emailInvalid);

export const usernameSchema = z.string('Enter the username as text.').superRefine((text, context) => {
  const problem = usernameProblem(text);
  if (problem) context.addIssue({ code: 'custom', message: problem });
});

export const locationInput = line('Location', profileLimits.location).refine(
  (text) => text.length > 0,
  'Enter your location.',
);

/** A link to a page of one service: https, on that service's own host. An empty text removes the link. */
function socialLink(service: string, hosts: readonly string[]) {
  return line(`${service} link`, profileLimits.socialUrl)
    .refine(
      (text) => text === '' || hosts.some((host) => isOnHost(text, host)),
      `Enter a ${service} link that starts with https://${hosts[0]}/`,
    )
    .nullable();
}

function isOnHost(text: string, host: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const name = url.hostname;
  return (
    url.protocol === 'https:' &&
    url.username === '' &&
    url.password === '' &&
    url.port === '' &&
    (name === host || name.endsWith(`.${host}`))
  );
}

const socialInput = z.strictObject({
  youtube: socialLink('YouTube', ['youtube.com', 'youtu.be']).optional(),
  twitter: socialLink('Twitter', ['twitter.com', 'x.com']).optional(),
  facebook: socialLink('Facebook', ['facebook.com']).optional(),
});

export const profilePatch = z.strictObject({
  username: usernameSchema.optional(),
  displayName: line('Display name', profileLimits.displayName).nullable().optional(),
  bio: lines('Bio', profileLimits.bio).nullable().optional(),
  // Required: a complete profile has a location (VA-06).
  location: locationInput.optional(),
  contact: line('Contact', profileLimits.contact).nullable().optional(),
  contactVisible: z.boolean('Choose who sees your contact.').optional(),
  social: socialInput.optional(),
  theme: z.enum(themes, `Choose one of these themes: ${themes.join(', ')}.`).optional(),
  // An empty text goes back to the browser's.
  numberFormat: z
    .enum(['', ...numberFormatNames], `Use one of these number formats: ${numberFormatNames.join(', ')}.`)
    .nullable()
    .optional(),
  timeZone: z
    .string('Enter the time zone as text.')
    .refine(
      (zone) => zone === '' || findTimeZone(zone) !== null,
      'Choose a time zone from the list, for example Europe/Paris.',
    )
    .nullable()
    .optional(),
  /** Prices in other currencies are also shown in this one; an empty text: they aren't. */
  displayCurrency: z
    .enum(['', ...currencies], `Use one of these currencies: ${currencies.join(', ')}.`)
    .nullable()
    .optional(),
  density: z.enum(densities, `Choose one of these densities: ${densities.join(', ')}.`).optional(),
  motion: z.enum(motions, `Choose one of these values: ${motions.join(', ')}.`).optional(),
  games: z
    .array(z.enum(listingGames, 'Choose games from the list.'), 'Use a list of games.')
    .max(listingGames.length)
    .transform((games) => [...new Set(games)])
    .optional(),
  onboardingCompleted: z.boolean('Use true or false for onboardingCompleted.').optional(),
  tutorialPreferences: z
    .record(
      z.string().regex(/^[a-z][a-zA-Z0-9_-]{0,39}$/, 'We couldn’t find this guide.'),
      z.boolean('Use true (done) or false for each guide.'),
    )
    .refine((map) => Object.keys(map).length <= 50, 'Send at most 50 guides.')
    .optional(),
});
export type ProfilePatch = z.infer<typeof profilePatch>;

export const completeProfileInput = z.strictObject({
  username: usernameSchema,
  location: locationInput,
  displayName: line('Display name', profileLimits.displayName).nullable().optional(),
  bio: lines('Bio', profileLimits.bio).nullable().optional(),
});
export type CompleteProfileInput = z.infer<typeof completeProfileInput>;

export const sellerSchema = z
  .object({
    id: z.string(),
    username: z.string(),
    avatarUrl: z.string().nullable(),
    rating: z.number().nullable(),
    totalSales: z.number().int(),
    tier: z.enum(tiers),
  })
  .meta({ id: 'Seller' });
export type Seller = z.infer<typeof sellerSchema>;

/** A measured figure: its value, the sample size, and the period in days. */
const figure = <Value extends z.ZodType>(value: Value, about: string) =>
  z.object({ value: value.describe(about), sample: z.int(), days: z.int() });
const hours = z.number().nullable();

export const measuredFactsSchema = z
  .object({
    orders: figure(z.int(), 'Paid orders.'),
    shipHoursMedian: figure(hours, 'Median hours from payment to shipping. Null with fewer than 3 orders.'),
    canceledBySeller: figure(z.int(), 'Orders that the seller cancelled, or refunded in full without shipping.'),
    reported: figure(z.int(), 'Orders with a problem reported by the buyer.').extend({
      settled: z.int().describe('Reported problems that are closed.'),
    }),
    replyHoursMedian: figure(
      hours,
      'Median hours to the first reply in conversations started by others. Null with fewer than 3 conversations.',
    ),
  })
  .meta({ id: 'MeasuredFacts' });
export type MeasuredFacts = z.infer<typeof measuredFactsSchema>;

const none = { value: 0, sample: 0, days: factRules.days };
export const noFacts: MeasuredFacts = {
  orders: none,
  shipHoursMedian: { ...none, value: null },
  canceledBySeller: none,
  reported: { ...none, settled: 0 },
  replyHoursMedian: { ...none, value: null },
};
/** A day starts at 0:00 UTC; a timestamp is used as it is. */
const dayOrMoment = (missing: string) =>
  z.union([z.iso.date(), z.iso.datetime({ offset: true })], missing).transform((when) => new Date(when));

export const vacationInput = z.strictObject({
  from: dayOrMoment('Enter the first day.'),
  to: dayOrMoment('Enter the day of your return.'),
  note: line('Note', vacationLimits.note).nullable().optional(),
});
export type VacationInput = z.output<typeof vacationInput>;

export const vacationSchema = z
  .object({
    from: z.iso.datetime(),
    /** The time of return. */
    to: z.iso.datetime(),
    note: z.string().nullable(),
  })
  .meta({ id: 'Vacation' });
export type Vacation = z.infer<typeof vacationSchema>;

const socialSchema = z.object({
  youtube: z.string().nullable(),
  twitter: z.string().nullable(),
  facebook: z.string().nullable(),
});

export const publicProfileSchema = z
  .object({
    id: z.string(),
    username: z.string(),
    displayName: z.string().nullable(),
    bio: z.string().nullable(),
    location: z.string().nullable(),
    avatarUrl: z.string().nullable(),
    social: socialSchema,
    /** Present only when the owner publishes it. */
    contact: z.string().nullable(),
    totalSales: z.number().int(),
    rating: z.number().nullable(),
    ratingCount: z.number().int(),
    facts: measuredFactsSchema,
    joinDate: z.iso.datetime(),
    tier: z.enum(tiers),
    badge: z.enum(['star']).nullable(),
    /** Private person or trader; a trader's details are at `GET /api/profiles/{id}/seller`. */
    sellerKind: z.enum(sellerKinds),
    /** Present while they are away: nothing of theirs can be bought. */
    vacation: vacationSchema.nullable(),
  })
  .meta({ id: 'PublicProfile' });
export type PublicProfile = z.infer<typeof publicProfileSchema>;

/** All fields that the owner sees; the subscription comes from the tiers feature. */
export const memberProfileSchema = z
  .object({
    id: z.string(),
    uid: z.string(),
    email: z.string(),
    username: z.string(),
    displayName: z.string().nullable(),
    joinDate: z.iso.datetime(),
    totalSales: z.number().int(),
    rating: z.number().nullable(),
    ratingCount: z.number().int(),
    bio: z.string().nullable(),
    location: z.string().nullable(),
    avatarUrl: z.string().nullable(),
    photoURL: z.string().nullable(),
    contact: z.string().nullable(),
    contactVisible: z.boolean(),
    isEmailVerified: z.boolean(),
    verificationSentAt: z.iso.datetime().nullable(),
    profileCompleted: z.boolean(),
    needsProfileCompletion: z.boolean(),
    onboardingCompleted: z.boolean(),
    lastUpdated: z.iso.datetime(),
    lastSignIn: z.iso.datetime().nullable(),
    authProvider: z.string(),
    social: socialSchema,
    accountTier: z.enum(tiers),
    tier: z.enum(tiers),
    badge: z.enum(['star']).nullable(),
    theme: z.enum(themes).nullable(),
    /** A country's way to write numbers, and an IANA time zone; null: the browser's. */
    numberFormat: z.string().nullable(),
    timeZone: z.string().nullable(),
    displayCurrency: z.string().nullable(),
    density: z.enum(densities),
    motion: z.enum(motions),
    /** The games that they collect. */
    games: z.array(z.string()),
    tutorialPreferences: z.record(z.string(), z.boolean()),
    role: z.enum(['member', 'admin']),
    /** The planned or current one. */
    vacation: vacationSchema.nullable(),
    version: z.number().int(),
  })
  .meta({ id: 'MemberProfile' });
export type MemberProfile = z.infer<typeof memberProfileSchema>;
