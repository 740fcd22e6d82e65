import * as z from 'zod';
import { line } from '#features/members/contract.ts';
import { type Currency, type Money, money } from '#kernel/numbers/money.ts';
import { moneySchema, moneyWithin } from '#kernel/numbers/money-schema.ts';
import { wholeListSchema } from '#kernel/numbers/paging-schema.ts';
import { countryName } from '#kernel/text/country-name.ts';
import { europeanUnion, tableLimits as limits, type ShippingMethod, world } from './model/shipping.rules.ts';

/** Public API for the browser: shipping tables, and the host's figures of shipping. */

export const shippingRefusals = {
  /** 409: the table changed since `version` was read. */
  versionChanged: 'version_changed',
  /** 409: the figures are these already. */
  sameFigures: 'same_figures',
} as const;

const isCountry = (code: string) => countryName(code) !== undefined;
const isDestination = (code: string) => code === europeanUnion || code === world || isCountry(code);

const countLimit = `Enter a whole number from 0 to ${limits.maxCount}.`;
const count = z.int(countLimit).min(0, countLimit).max(limits.maxCount, countLimit).nullable().default(null);
const amount = (label: string) => moneyWithin(label, { min: 1, max: limits.maxValue }).nullable().default(null);

const methodInput = z.strictObject({
  destination: z.string('Choose a destination.').refine(isDestination, 'Choose a destination.'),
  name: line('Name', limits.name).refine((text) => text !== '', 'Enter a name, for example Standard letter.'),
  tracked: z.boolean('Use true or false.'),
  maxCards: count,
  maxSlabs: count,
  maxGrams: count,
  maxValue: amount('The highest value'),
  price: moneyWithin('The price', { min: 0, max: limits.maxPrice }),
  freeFrom: amount('The amount for free shipping'),
  needsPhone: z
    .boolean('Use true or false.')
    .default(false)
    .describe('The carrier needs the buyer’s phone number, so checkout asks for it.'),
});
type MethodInput = z.output<typeof methodInput>;

const shipDays = `Enter a whole number from 1 to ${limits.shipDays}.`;
export const shippingInput = z
  .strictObject({
    /** The one that was read; 0 for a table that is not there yet. */
    version: z.int('Use a whole number as the version.').min(0, 'Use a whole number as the version.'),
    sendsFrom: z.string('Choose a country.').refine(isCountry, 'Choose a country.'),
    shipDays: z.int(shipDays).min(1, shipDays).max(limits.shipDays, shipDays),
    methods: z
      .array(methodInput)
      .min(1, 'Add at least 1 shipping method.')
      .max(limits.methods, `Add at most ${limits.methods} shipping methods.`),
  })
  .superRefine(({ methods }, context) => {
    for (const [index, method] of methods.entries()) {
      const refuse = (field: keyof MethodInput, message: string) =>
        context.addIssue({ code: 'custom', path: ['methods', index, field], message });
      for (const field of ['maxValue', 'freeFrom'] as const)
        if (method[field] && method[field].currency !== method.price.currency)
          refuse(field, 'Use the currency of the shipping price.');
      if (methods.findIndex((other) => isSame(other, method)) < index)
        refuse('name', 'Enter another name. Two methods to this destination have this one.');
    }
  })
  .meta({ id: 'ShippingTableIn' });
export type ShippingInput = z.output<typeof shippingInput>;

const isSame = (a: MethodInput, b: MethodInput) =>
  a.destination === b.destination &&
  a.price.currency === b.price.currency &&
  a.name.toLowerCase() === b.name.toLowerCase();

const methodSchema = z
  .object({
    /** A country (ISO 3166), `EU` or `world`. The most exact one counts. */
    destination: z.string(),
    name: z.string(),
    tracked: z.boolean(),
    maxCards: z.int().nullable(),
    maxSlabs: z.int().nullable(),
    maxGrams: z.int().nullable(),
    maxValue: moneySchema.nullable(),
    price: moneySchema,
    freeFrom: moneySchema.nullable(),
    needsPhone: z.boolean(),
  })
  .meta({ id: 'ShippingMethod' });
export type ShippingMethodView = z.output<typeof methodSchema>;

export const shippingSchema = z
  .object({
    /** 0: there is no table yet, and the methods are suggestions. */
    version: z.int(),
    sendsFrom: z.string().nullable(),
    /** Working days until a paid order is shipped. */
    shipDays: z.int(),
    methods: z.array(methodSchema),
    updatedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ShippingTable' });
export type ShippingView = z.output<typeof shippingSchema>;

/** As the contract has it, with limits as money. */
export function viewOf({ maxValue, freeFrom, ...method }: ShippingMethod): ShippingMethodView {
  const { currency } = method.price;
  return { ...method, maxValue: moneyOf(maxValue, currency), freeFrom: moneyOf(freeFrom, currency) };
}
const moneyOf = (minor: number | null, currency: Currency): Money | null =>
  minor === null ? null : money(minor, currency);

const figure = (most: number) => {
  const sentence = `Enter a whole number from 0 to ${most}.`;
  return z.int(sentence).min(0, sentence).max(most, sentence);
};
const days = figure(limits.reportDays);
const figures = {
  trackedFrom: figure(limits.maxValue),
  trackedFromForNew: figure(limits.maxValue),
  newUnderOrders: figure(1_000),
  lossBasisPoints: figure(10_000),
  lossFromParcels: figure(1_000),
  gramsPerCard: figure(100),
  gramsPerSlab: figure(1_000),
  transitHomeDays: days,
  transitAbroadDays: days,
  trackedWaitDays: days,
  untrackedHomeDays: days,
  untrackedAbroadDays: days,
  untrackedCover: figure(limits.maxValue),
  fraudCover: figure(limits.maxValue),
};
export const figuresInput = z
  .strictObject({
    ...figures,
    note: line('Reason', limits.note)
      .transform((text) => (text === '' ? null : text))
      .nullable()
      .default(null),
  })
  .superRefine(({ trackedFrom, trackedFromForNew, transitHomeDays, transitAbroadDays, trackedWaitDays }, context) => {
    if (trackedFromForNew > trackedFrom)
      context.addIssue({
        code: 'custom',
        path: ['trackedFromForNew'],
        message: 'Enter at most the value that applies to all sellers.',
      });
    if (Math.max(transitHomeDays, transitAbroadDays) + trackedWaitDays > limits.reportDays)
      context.addIssue({
        code: 'custom',
        path: ['trackedWaitDays'],
        message: `Enter fewer days. With the days on the way, they can be at most ${limits.reportDays}.`,
      });
  })
  .meta({ id: 'ShippingFiguresIn' });
export type FiguresInput = z.output<typeof figuresInput>;

/** The figures, since when, until when. */
export const figuresSchema = z
  .object({
    ...figures,
    note: z.string().nullable(),
    /** Null where it was so from the beginning. */
    since: z.iso.datetime().nullable(),
    until: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ShippingFigures' });
export type FiguresView = z.output<typeof figuresSchema>;
/** The ones in force first. */
export const allFiguresSchema = wholeListSchema(figuresSchema);
