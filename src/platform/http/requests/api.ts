import { OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { type FieldErrors, invalid, notAllowed, signInFirst } from '#kernel/refusal.ts';
import type { Actor } from '../../identity/sessions/actor.ts';
import { setPlainErrors } from '../responses/plain-errors.ts';

export interface ApiEnv {
  Variables: { requestId: string; actor: Actor | null };
}
export type Api = OpenAPIHono<ApiEnv>;
export type ApiContext = Context<ApiEnv>;

/** An API whose schema errors become one refusal with a message per field. */
export function createApi(): Api {
  setPlainErrors();
  return new OpenAPIHono<ApiEnv>({
    defaultHook: (result) => {
      if (!result.success) throw invalid(fieldErrors(result.error.issues));
    },
  });
}

interface Issue {
  path: PropertyKey[];
  message: string;
  code?: string | undefined;
  keys?: string[];
}

/**
 * Zod's issues as field → message; the first message of a field wins. An unknown field is listed under its own name.
 */
export function fieldErrors(issues: readonly Issue[]): FieldErrors {
  const errors = new Map<string, string>();
  for (const issue of issues) {
    const paths =
      issue.code === 'unrecognized_keys' ? (issue.keys ?? []).map((key) => [...issue.path, key]) : [issue.path];
    for (const path of paths) setFirst(errors, path.map(String).join('.') || 'body', issue.message);
  }
  // A map until here: a field may be called `constructor`.
  return Object.fromEntries(errors);
}

function setFirst(errors: Map<string, string>, field: string, message: string): void {
  if (!errors.has(field)) errors.set(field, message);
}

/** The actor that the operation's rule has allowed; without a rule, throws a refusal (401) for visitors. */
export function requireActor(c: ApiContext): Actor {
  return c.get('actor') ?? fail(signInFirst());
}

/** The signed-in admin; throws a refusal (401, 403) otherwise. */
export function requireAdmin(c: ApiContext): Actor {
  const actor = requireActor(c);
  return actor.role === 'admin' ? actor : fail(notAllowed('Only admins can do this.'));
}

function fail(error: Error): never {
  throw error;
}

const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    code: z.string(),
    message: z.string(),
    errors: z.record(z.string(), z.string()).optional(),
    requestId: z.string(),
  })
  .openapi('Problem');

const problemContent = { 'application/problem+json': { schema: problemSchema } };

/** Refusal descriptions of an endpoint; spread into `responses`. */
export function refusals<S extends number>(
  ...statuses: S[]
): { [K in S]: { description: string; content: typeof problemContent } } {
  const entries = statuses.map((status) => [status, { description: problemTitle(status), content: problemContent }]);
  return Object.fromEntries(entries);
}

const titles: Record<number, string> = {
  400: 'Bad request',
  401: 'Not signed in',
  402: 'Payment required',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  410: 'Gone',
  413: 'Request too large',
  415: 'Unsupported content type',
  422: 'Invalid fields',
  429: 'Too many requests',
  500: 'Something went wrong',
  503: 'Temporarily unavailable',
  507: 'Storage full',
};

export function problemTitle(status: number): string {
  return titles[status] ?? 'Request refused';
}
