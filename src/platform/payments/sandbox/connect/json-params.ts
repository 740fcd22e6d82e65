import type * as z from 'zod';
import { StripeFault } from '../errors.ts';

/** Parses the JSON of a v2 call; throws the first problem as v2 says it. */
export function readJson<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const path = [...(issue?.path ?? []), ...(issue?.code === 'unrecognized_keys' ? [issue.keys[0] ?? ''] : [])];
  const name = path.map(String).join('.');
  const message =
    issue?.code === 'unrecognized_keys'
      ? `Unknown field: ${name}`
      : `Invalid or missing field ${name}: ${issue?.message ?? ''}`;
  throw new StripeFault(400, { type: 'invalid_request_error', code: 'invalid_fields', message, param: name });
}

export function noAccount(id: string): StripeFault {
  const message = `No such account: '${id}'`;
  return new StripeFault(404, { type: 'invalid_request_error', code: 'not_found', message });
}
