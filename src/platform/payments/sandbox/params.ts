import * as z from 'zod';
import { badParam } from './errors.ts';
import type { Form } from './pages/form.ts';

/** Parsers of form values, as at Stripe. */
export const whole = z.coerce.number().int();
export const yesNo = z.enum(['true', 'false']).transform((value) => value === 'true');
export const metadata = z.record(z.string().max(40), z.string().max(500));
export const listParams = {
  limit: whole.min(1).max(100).default(10),
  starting_after: z.string().optional(),
  ending_before: z.string().optional(),
  expand: z.array(z.string()).optional(),
};
export const createdFilter = z.union([
  whole,
  z.strictObject({ gt: whole.optional(), gte: whole.optional(), lt: whole.optional(), lte: whole.optional() }),
]);

/** Parses a request's parameters; throws Stripe's error for the first invalid one, with its name in brackets. */
export function readParams<T extends z.ZodType>(schema: T, form: Form): z.infer<T> {
  const parsed = schema.safeParse(form);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  if (!issue) throw badParam('', 'Invalid request');
  if (issue.code === 'unrecognized_keys') {
    const name = bracketed([...issue.path, issue.keys[0] ?? '']);
    throw badParam(name, `Received unknown parameter: ${name}`, 'parameter_unknown');
  }
  const name = bracketed(issue.path);
  if (issue.code === 'invalid_type' && valueAt(form, issue.path) === undefined) {
    throw badParam(name, `Missing required param: ${name}.`, 'parameter_missing');
  }
  throw badParam(name, `Invalid ${name}: ${issue.message}`);
}

function bracketed(path: PropertyKey[]): string {
  return path.map((part, index) => (index === 0 ? String(part) : `[${String(part)}]`)).join('');
}

function valueAt(value: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[key] : undefined),
    value,
  );
}

/** Stripe's `created` filter as a closed range. */
export function createdRange(filter: z.infer<typeof createdFilter> | undefined): {
  createdFrom?: number;
  createdTo?: number;
} {
  if (filter === undefined) return {};
  if (typeof filter === 'number') return { createdFrom: filter, createdTo: filter };
  const from = filter.gte ?? (filter.gt === undefined ? undefined : filter.gt + 1);
  const to = filter.lte ?? (filter.lt === undefined ? undefined : filter.lt - 1);
  return { ...(from === undefined ? {} : { createdFrom: from }), ...(to === undefined ? {} : { createdTo: to }) };
}
