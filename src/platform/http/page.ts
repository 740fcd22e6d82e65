import { createContext, data, type RouterContextProvider, redirect } from 'react-router';
import { isRefusal, type Refusal } from '#kernel/refusal.ts';
import type { Platform } from '#platform/platform.ts';
import type { Policy } from '#platform/policy/policy.ts';
import { currentScene } from '#platform/security-log/scene.ts';
import type { Actor } from '../identity/sessions/actor.ts';
import { pageAddress } from './requests/page-address.ts';

/** Request-scoped services of a page's loaders and actions, created by the HTTP app for each request. */
export interface PageScope {
  platform: Platform;
  actor: Actor | null;
  requestId: string;
  /** The client's address, as the HTTP layer resolved it; limits count by it. */
  address: string;
  /** For inline scripts, under the page's content security policy. */
  nonce: string;
  /**
   * Declares the outbox topics that the page shows (`listing:ID`, `profile:ID`). A visitor's page with topics may be
   * cached until one of them changes; one without is rendered each time.
   */
  dependsOn(topics: readonly string[]): void;
  /** Loads a value once per request, shared by all its loaders. */
  once<T>(key: string, load: () => Promise<T>): Promise<T>;
  /** Script files of a route's path beyond those of every page, to preload them. */
  filesOf(path: string): string[];
  /** Reports an error that prevented the page from rendering. */
  failed(error: unknown): void;
}

/** Creates the `once` of a request. */
export function onceByKey(): PageScope['once'] {
  const values = new Map<string, Promise<unknown>>();
  return <T>(key: string, load: () => Promise<T>) => {
    let value = values.get(key) as Promise<T> | undefined;
    if (!value) {
      value = load();
      values.set(key, value);
    }
    return value;
  };
}

export const scopeContext = createContext<PageScope>();

export function pageScope(context: Readonly<RouterContextProvider>): PageScope {
  return context.get(scopeContext);
}

interface PageRequest {
  context: Readonly<RouterContextProvider>;
  request: Request;
}

/**
 * The actor of this request, allowed by the rule as far as it can be checked without the subject. Redirects a visitor
 * to sign in and back to this page; a forbidden member gets the refusal's page.
 */
export function requirePageActor<R extends Policy['rules'], V extends keyof R & string>(
  args: PageRequest,
  policy: Policy<R>,
  verb: V,
): Actor {
  const { actor } = pageScope(args.context);
  const answer = policy.may(actor, verb);
  if (actor && answer === true) return actor;
  if (actor) pageRefusal(answer);
  throw redirect(`/auth/sign-in?next=${encodeURIComponent(pageAddress(new URL(args.request.url)))}`);
}

/** For actions of members: the actor and the submitted form. */
export async function requirePageForm<R extends Policy['rules'], V extends keyof R & string>(
  args: PageRequest,
  policy: Policy<R>,
  verb: V,
) {
  const actor = requirePageActor(args, policy, verb);
  return { actor, platform: pageScope(args.context).platform, form: await args.request.formData() };
}

export interface PageProblem {
  code: string;
  message: string;
  errors?: Record<string, string> | undefined;
}

/** Status and headers of a refusal as a page's answer. */
export function refusalInit({ status, retryAfterSeconds }: Refusal): {
  status: number;
  headers?: Record<string, string>;
} {
  return {
    status,
    ...(retryAfterSeconds === undefined
      ? {}
      : { headers: { 'retry-after': String(Math.max(1, Math.ceil(retryAfterSeconds))) } }),
  };
}

/** Logs an unexpected error under the request's id, and returns the id. */
export function logPageFault({ context, request }: PageRequest, error: unknown): string {
  const { platform, requestId, failed } = pageScope(context);
  failed(error);
  platform.log.error('a page failed', { requestId, path: new URL(request.url).pathname, error });
  return requestId;
}

/**
 * For loaders: converts a refusal to the page of its status (404, 403, 410, …); other errors go to the error page.
 * Always throws.
 */
export function pageRefusal(error: unknown): never {
  if (!isRefusal(error)) throw error;
  currentScene()?.refused(error);
  throw data({ code: error.code, message: error.message }, refusalInit(error));
}
