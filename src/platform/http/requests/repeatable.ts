import { setTimeout as pause } from 'node:timers/promises';
import { createMiddleware } from 'hono/factory';
import { conflict, invalid, isRefusal } from '#kernel/refusal.ts';
import type { Actor } from '../../identity/sessions/actor.ts';
import { withEffectMark } from '../../outbox/effect.ts';
import type { Platform } from '../../platform.ts';
import type { ApiContext, ApiEnv } from './api.ts';
import { isMultipart } from './multipart.ts';
import { type CachedAnswer, type Claim, claimKey, type Run, requestRunning } from './request-keys.ts';

/**
 * Rebuilds an answer from the record that the first request created. Null: it no longer exists, and the request may run
 * again.
 */
export type AnswerAgain = (
  platform: Platform,
  actor: Actor,
  created: string,
) => Promise<{ status: number; body: unknown } | null>;

export interface RepeatableParts {
  platform: Platform;
  /** By operation: `POST /api/orders`. */
  answersAgain: Readonly<Record<string, AnswerAgain>>;
  /** Calls after which no caller is left to repeat them. */
  isExempt(path: string): boolean;
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);
/** A client that waits longer for the first answer has probably timed out. */
const waitMs = 12_000;
/** Maximum length of a stored answer, in characters. */
const maxStored = 256 * 1024;
const storedHeaders = ['content-type', 'cache-control', 'content-disposition', 'location'];

/**
 * Idempotency keys for writes of members: the same `Idempotency-Key` with the same request is carried out once and gets
 * the same answer for 24 hours. Guarantees, also after a crash: ADR 011.
 */
export function repeatable({ platform, answersAgain, isExempt }: RepeatableParts) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const key = c.req.header('idempotency-key');
    const actor = c.get('actor');
    const { method, path } = c.req;
    if (key === undefined || actor === null || safeMethods.has(method) || isExempt(path)) return next();
    if (!/^[\x21-\x7e]{1,255}$/.test(key))
      throw invalid({
        'Idempotency-Key': 'Use 1 to 255 printable ASCII characters without spaces for the Idempotency-Key.',
      });

    const claim = await claimOrWait(platform, actor.id, key, await textOf(c));
    if (claim.kind === 'running') throw requestRunning();
    if (claim.kind === 'answered') return sendAgain(claim.answer);
    const { run } = claim;
    if (claim.kind === 'answer-lost') {
      const again = await orAbandon(run, () =>
        withEffectMark(run.mark, () =>
          answerLost(platform, actor, claim.made, answerAgainOf(answersAgain, `${method} ${path}`)),
        ),
      );
      if (again) {
        await run.store(again);
        return sendAgain(again);
      }
      await run.restart();
    }
    await withEffectMark(run.mark, next);
    await settle(c, run);
  });
}

/** Operations name their parameters (`POST /api/offers/{id}/counter`), requests have values. */
function answerAgainOf(answersAgain: RepeatableParts['answersAgain'], request: string): AnswerAgain | undefined {
  const isRequest = (operation: string) => new RegExp(`^${operation.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(request);
  return Object.entries(answersAgain).find(([operation]) => isRequest(operation))?.[1];
}

async function claimOrWait(platform: Platform, memberId: string, key: string, request: string): Promise<Claim> {
  const now = () => platform.clock.now().getTime();
  const giveUpAt = now() + waitMs;
  for (let step = 20; ; step = Math.min(step * 1.5, 400)) {
    const claim = await claimKey(platform, memberId, key, request);
    if (claim.kind !== 'running' || now() >= giveUpAt) return claim;
    await pause(step);
  }
}

/**
 * The request as text, for the key's fingerprint. Multipart boundaries differ each time and uploads are streamed: only
 * their address counts. All other bodies have passed a limit (`body-limits.ts`).
 */
async function textOf({ req }: ApiContext): Promise<string> {
  const { pathname, search } = new URL(req.url);
  const isUpload = isMultipart(req.header('content-type'));
  return `${req.method} ${pathname}${search}\n${isUpload ? 'upload' : await req.text()}`;
}

async function answerLost(
  platform: Platform,
  actor: Actor,
  made: string | null,
  again: AnswerAgain | undefined,
): Promise<CachedAnswer | null> {
  if (made === null || again === undefined) {
    throw conflict(
      'answer_lost',
      'This request was completed, but its response was lost. It wasn’t repeated. Reload the page to see the current status.',
    );
  }
  const answer = await again(platform, actor, made);
  return (
    answer && {
      status: answer.status,
      headers: [['content-type', 'application/json']],
      body: JSON.stringify(answer.body),
    }
  );
}

/** A refusal has changed nothing, so its key is free again, unless the effect is older than this run. */
async function orAbandon<T>(run: Run, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await run.abandon();
    throw error;
  }
}

async function settle(c: ApiContext, run: Run): Promise<void> {
  const { res } = c;
  if (res.status < 400) {
    const headers = storedHeaders.flatMap((name): [string, string][] =>
      res.headers.has(name) ? [[name, res.headers.get(name) ?? '']] : [],
    );
    for (const cookie of res.headers.getSetCookie()) headers.push(['set-cookie', cookie]);
    const body = await res.clone().text();
    // A repetition of a larger answer is rebuilt from the created record, as after a lost answer.
    if (body.length > maxStored) await run.abandon();
    else await run.store({ status: res.status, headers, body });
  } else if (res.status < 500 || isRefusal(c.error)) await run.release();
  else await run.abandon();
}

function sendAgain({ status, headers, body }: CachedAnswer): Response {
  const isEmpty = status === 204 || status === 304;
  return new Response(isEmpty ? null : body, { status, headers: [...headers, ['idempotency-replayed', 'true']] });
}
