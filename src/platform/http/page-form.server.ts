import { type ActionFunctionArgs, data } from 'react-router';
import type * as z from 'zod';
import { invalid, isRefusal } from '#kernel/refusal.ts';
import { withoutUnwritable } from '#kernel/text/plain-text.ts';
import { type PageProblem, pageScope, refusalInit } from '#platform/http/page.ts';
import type { ClientInfo, OpenedSession } from '#platform/identity/identity.ts';
import { currentScene } from '#platform/security-log/scene.ts';
import type { Actor } from '../identity/sessions/actor.ts';
import { fieldErrors } from './requests/api.ts';

/** A refused form's answer: the message, the field errors, and the entered values (never a password). */
export interface FormAnswer {
  problem?: PageProblem;
  values?: Record<string, string>;
  /** The message beside the button after a save. */
  saved?: string;
}

/** The client of a page's action, for limits and the list of devices. */
export function pageClient({ request, context }: Pick<ActionFunctionArgs, 'request' | 'context'>): ClientInfo {
  const { headers } = request;
  return {
    address: pageScope(context).address,
    userAgent: headers.get('user-agent') ?? '',
    cookies: headers.get('cookie') ?? undefined,
  };
}

/**
 * A field as text without characters that the database cannot store; absent or a file counts as empty. Unlike an API
 * call the form is not refused for such characters: people only paste them, and cannot see them.
 */
export function text(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? withoutUnwritable(value) : '';
}

/** Fields as trimmed text. */
export function typed(form: FormData, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, text(form, name).trim()]));
}

export function parseInput<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw invalid(fieldErrors(parsed.error.issues));
  return parsed.data;
}

/** Runs a form's work; a refusal becomes the form's answer with the entered values of the `retained` fields. */
export async function answerForm<T>(form: FormData, retained: readonly string[], work: () => Promise<T>) {
  try {
    return await work();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    currentScene()?.refused(error);
    const values = Object.fromEntries(retained.map((name) => [name, text(form, name)]));
    const answer: FormAnswer = { problem: { code: error.code, message: error.message, errors: error.errors }, values };
    return data(answer, refusalInit(error));
  }
}

/** Headers with cookies and `no-store`. */
export function cookieHeaders(cookies: readonly string[]): Headers {
  const headers = new Headers({ 'cache-control': 'no-store' });
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return headers;
}

/** Headers of an API answer that sets the new session's cookies, if there is one. */
export function withCookies(session: OpenedSession | null) {
  return { 'cache-control': 'no-store', ...(session ? { 'set-cookie': session.cookies } : {}) };
}

/**
 * A form's answer that sets the new session's cookies. Without script the page is rendered in this same request, for
 * the new session.
 */
export function answerRenewed<T>(
  args: Pick<ActionFunctionArgs, 'context'>,
  actor: Actor,
  session: OpenedSession | null,
  answer: T,
) {
  if (session) pageScope(args.context).actor = { ...actor, sessionId: session.sessionId };
  return data(answer, { headers: cookieHeaders(session?.cookies ?? []) });
}
