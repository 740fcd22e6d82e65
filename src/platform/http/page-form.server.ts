import { type ActionFunctionArgs, data } from 'react-router';
import type * as z from 'zod';
import { invalid, isRefusal } from '#kernel/refusal.ts';
import { withoutUnwritable } from '#kernel/text/plain-text.ts';
import { type PageProblem, pageScope, refusalInit } from '#platform/http/page.ts';
import type { ClientInfo, OpenedSession } from '#platform/identity/identity.ts';
import { currentScene } from '#platform/security-log/scene.ts';
import type { Actor } from '../identity/sessions/actor.ts';
import { fieldErrors } from './requests/api.ts';

/** What a refused form shows again: the sentence, the fields, and what was typed (never a password). */
export interface FormAnswer {
  problem?: PageProblem;
  values?: Record<string, string>;
  /** The sentence beside the button after a save. */
  saved?: string;
}

/** The browser behind a page's action, as the limits and the list of devices see it. */
export function pageClient({ request, context }: Pick<ActionFunctionArgs, 'request' | 'context'>): ClientInfo {
  const { headers } = request;
  return {
    address: pageScope(context).address,
    userAgent: headers.get('user-agent') ?? '',
    cookies: headers.get('cookie') ?? undefined,
  };
}

/**
 * A field as text, without characters that no text may hold; absent counts as empty. A file in its place is nothing
 * that we asked for. A form has no use for the refusal that a call gets: nobody types such a character, and who pasted
 * one cannot see it.
 */
export function text(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? withoutUnwritable(value) : '';
}

/** Fields as texts without the space around them that a keyboard adds. */
export function typed(form: FormData, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, text(form, name).trim()]));
}

export function parseInput<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw invalid(fieldErrors(parsed.error.issues));
  return parsed.data;
}

/** Runs a form's work; a refusal becomes the form's answer, with what was typed in `keep`. */
export async function answerForm<T>(form: FormData, keep: readonly string[], work: () => Promise<T>) {
  try {
    return await work();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    currentScene()?.refused(error);
    const values = Object.fromEntries(keep.map((name) => [name, text(form, name)]));
    const answer: FormAnswer = { problem: { code: error.code, message: error.message, errors: error.errors }, values };
    return data(answer, refusalInit(error));
  }
}

/** Redirects with cookies, and never lets the answer be kept. */
export function cookieHeaders(cookies: readonly string[]): Headers {
  const headers = new Headers({ 'cache-control': 'no-store' });
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return headers;
}

/** Headers of a call's answer that brings the browser its new session, if there is one. */
export function withCookies(session: OpenedSession | null) {
  return { 'cache-control': 'no-store', ...(session ? { 'set-cookie': session.cookies } : {}) };
}

/**
 * A form's answer that brings the browser its new session. Without script the page is rendered in this same request,
 * for the new one.
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
