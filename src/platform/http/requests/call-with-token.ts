import { data } from 'react-router';
import { networkError, noToken } from '#kernel/specified-texts.ts';
import type { PageProblem } from '../page.ts';

/** Returns the member's bearer token; a new one where the last was `refused`; null where none is available. */
export type TokenSource = (refused?: boolean) => Promise<string | null>;

let source: TokenSource | null = null;

/**
 * Browser: the live connection provides its token, renewed by LI-03, to all later calls. Returns the function that ends
 * it.
 */
export function provideTokens(tokens: TokenSource): () => void {
  source = tokens;
  return () => {
    if (source === tokens) source = null;
  };
}

/** A page may call before its live connection has loaded. */
const fetchToken: TokenSource = async () => {
  const response = await fetch('/api/auth/token', { method: 'POST', signal: AbortSignal.timeout(10_000) });
  if (!response.ok) return null;
  const { token } = (await response.json()) as { token?: unknown };
  return typeof token === 'string' ? token : null;
};

/** The API's answer: its JSON, or the problem (`code`, `message`, and `errors` by field). */
export type CallAnswer<T> =
  | { body: T; problem?: undefined }
  | { body?: undefined; problem: PageProblem; status: number };

/**
 * Browser: calls an operation of our API with the member's bearer token, JSON in and out. A refused token is renewed
 * once. Never throws for expected failures: no token (`no_token`, ER-05), no network (`network`) and refusals of the
 * API are the answer's `problem`.
 */
export async function callWithToken<T>(path: `/api/${string}`, body?: unknown): Promise<CallAnswer<T>> {
  const tokens = source ?? fetchToken;
  try {
    const token = await tokens();
    if (token === null) return signedOut;
    const first = await post(path, token, body);
    if (first.status !== 401) return await read<T>(first);
    const renewed = await tokens(true);
    return renewed === null ? signedOut : await read<T>(await post(path, renewed, body));
  } catch {
    return { status: 503, problem: { code: 'network', message: networkError } };
  }
}

const signedOut = { status: 401, problem: { code: 'no_token', message: noToken } };

function post(path: string, token: string, body: unknown): Promise<Response> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  return fetch(path, { method: 'POST', headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
}

async function read<T>(response: Response): Promise<CallAnswer<T>> {
  if (response.ok) return { body: (await response.json()) as T };
  const { code, message, errors } = (await response.json().catch(() => ({}))) as Partial<PageProblem>;
  if (!message) throw new TypeError(`${response.url} answered ${response.status} without a sentence`);
  return { status: response.status, problem: { code: code ?? 'refused', message, errors } };
}

/** A form's answer for a failed call. With a failure's status, so that the router does not reload the page. */
export const problemAnswer = ({ problem, status }: { problem: PageProblem; status: number }) =>
  data({ problem }, { status });
