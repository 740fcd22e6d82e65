import { createContext, data, type RouterContextProvider, redirect } from 'react-router';
import { isRefusal, type Refusal } from '#kernel/refusal.ts';
import type { Platform } from '#platform/platform.ts';
import type { Policy } from '#platform/policy/policy.ts';
import { currentScene } from '#platform/security-log/scene.ts';
import type { Actor } from '../identity/sessions/actor.ts';
import { pageAddress } from './requests/page-address.ts';

/** What a page's loader or action may reach. Made for each request by the HTTP app. */
export interface PageScope {
  platform: Platform;
  actor: Actor | null;
  requestId: string;
  /** Of the client, as the HTTP edge found it; limits count by it. */
  address: string;
  /** For inline scripts, under the page's content security policy. */
  nonce: string;
  /**
   * Names what the page shows, by outbox topic (`listing:ID`, `profile:ID`). A page of a visitor that names something
   * may be kept until any of it changes; one that names nothing is rendered anew each time.
   */
  dependsOn(topics: readonly string[]): void;
  /** Loads something once for this request, whichever of its loaders asks first. */
  once<T>(key: string, load: () => Promise<T>): Promise<T>;
  /** The script files of a page, by its route's path, beside those that every page has: to preload it. */
  filesOf(path: string): string[];
  /** Hears of a fault that the page could not be made for. */
  failed(error: unknown): void;
}

/** The `once` of a new request. */
export function rememberer(): PageScope['once'] {
  const kept = new Map<string, Promise<unknown>>();
  return <T>(key: string, load: () => Promise<T>) => {
    let value = kept.get(key) as Promise<T> | undefined;
    if (!value) {
      value = load();
      kept.set(key, value);
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
 * The member of this request, who may do this as far as the rule says before the thing is known. A visitor is sent to
 * sign in and comes back to this page; a member who may not reads why.
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

/** The head of an action that only members have: whose form it is, and what it holds. */
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

/**
 * For loaders: a refusal becomes the page of its status (404, 403, 410, …); a fault goes on to the error page. Always
 * throws.
 */
export function pageRefusal(error: unknown): never {
  if (!isRefusal(error)) throw error;
  currentScene()?.refused(error);
  throw data({ code: error.code, message: error.message }, refusalInit(error));
}
