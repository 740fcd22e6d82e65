import * as z from 'zod';

const id = z.string().min(1).max(200);
/** A position, as a number or as decimal digits. */
const lastEventId = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number),
  ])
  .pipe(z.number().int().min(0).max(Number.MAX_SAFE_INTEGER));

const clientFrame = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('hello'),
    token: z.string().min(1).max(8_192).optional(),
    lastEventId: lastEventId.optional(),
  }),
  z.strictObject({
    type: z.literal('subscribe'),
    id,
    query: z.string().min(1).max(40),
    params: z
      .record(z.string().max(40), z.string().max(100))
      .refine((params) => Object.keys(params).length <= 10)
      .default({}),
    lastEventId: lastEventId.optional(),
  }),
  z.strictObject({ type: z.literal('unsubscribe'), id }),
  z.strictObject({ type: z.literal('typing'), threadId: id }),
  z.strictObject({ type: z.literal('ping') }),
]);
export type ParsedFrame = z.output<typeof clientFrame>;

/** The parsed frame, or a sentence that describes the error. */
export function parseFrame(text: string): { frame: ParsedFrame } | { problem: string; id?: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: 'Send one JSON object per frame.' };
  }
  const parsed = clientFrame.safeParse(value);
  if (parsed.success) return { frame: parsed.data };
  const issue = parsed.error.issues[0];
  const named = id.safeParse((value as { id?: unknown } | null)?.id);
  const field = issue?.path.join('.') ?? '';
  const problem =
    field === 'type' || field === ''
      ? 'Set "type" to hello, subscribe, unsubscribe, typing or ping, and send only its fields.'
      : `The field "${field}" is invalid. See /api/docs.`;
  return { problem, ...(named.success ? { id: named.data } : {}) };
}
