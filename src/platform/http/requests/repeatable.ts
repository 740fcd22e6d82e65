import { setTimeout as pause } from 'node:timers/promises';
import { createMiddleware } from 'hono/factory';
import { conflict, invalid, isRefusal } from '#kernel/refusal.ts';
import type { Actor } from '../../identity/sessions/actor.ts';
import { withEffectMark } from '../../outbox/effect.ts';
import type { Platform } from '../../platform.ts';
import type { ApiContext, ApiEnv } from './api.ts';
import { isMultipart } from './multipart.ts';
import { type CachedAnswer, type Claim, claimKey, type Run, requestRunning } from './request-keys.ts';

/** Answers a request again from what the first one made. Null: that is gone, and the request may be done anew. */
export type AnswerAgain = (
  platform: Platform,
  actor: Actor,
  made: string,
) => Promise<{ status: number; body: unknown } | null>;

export interface RepeatableParts {
  platform: Platform;
  /** By operation: `POST /api/orders`. */
  answersAgain: Readonly<Record<string, AnswerAgain>>;
  /** Calls after which nobody is left who could repeat them. */
  isExempt(path: string): boolean;
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);
/** A client that waits longer for the first answer has most likely given up itself. */
const waitMs = 12_000;
/** Characters of an answer that are kept for a day. */
const mostKept = 256 * 1024;
const keptHeaders = ['content-type', 'cache-control', 'content-disposition', 'location'];

/**
 * Lets a signed-in member's write be repeated safely: the same `Idempotency-Key` with the same request is carried out
 * once and gets the same answer for 24 hours. What is promised, and what happens after a crash: ADR 011.
 */
export function repeatable({ platform, answersAgain, isExempt }: RepeatableParts) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const key = c.req.header('idempotency-key');
    const actor = c.get('actor');
    const { method, path } = c.req;
    if (key === undefined || actor === null || safeMethods.has(method) || isExempt(path)) return next();
    if (!/^[\x21-\x7e]{1,255}$/.test(key))
      throw invalid({ 'Idempotency-Key': 'The Idempotency-Key must be 1 to 255 printable characters.' });

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
        await run.keep(again);
        return sendAgain(again);
      }
      await run.restart();
    }
    await withEffectMark(run.mark, next);
    await settle(c, run);
  });
}

/** Operations name their parameters (`POST /api/offers/{id}/counter`), requests bring them. */
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
 * The parts of an upload are divided by a text that the sender makes up anew each time, and are read from the line:
 * there only the address counts. Every other body has passed a limit (`body-limits.ts`) before it is read here.
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
      'This request was carried out, but its answer was lost. Nothing was done a second time; look at how things stand now.',
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

/** A refusal says that nothing stays changed, so its key is free again; unless the effect is older than this run. */
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
    const headers = keptHeaders.flatMap((name): [string, string][] =>
      res.headers.has(name) ? [[name, res.headers.get(name) ?? '']] : [],
    );
    for (const cookie of res.headers.getSetCookie()) headers.push(['set-cookie', cookie]);
    const body = await res.clone().text();
    // A repetition of one with a larger answer is answered from what it made, as where the answer was lost.
    if (body.length > mostKept) await run.abandon();
    else await run.keep({ status: res.status, headers, body });
  } else if (res.status < 500 || isRefusal(c.error)) await run.release();
  else await run.abandon();
}

function sendAgain({ status, headers, body }: CachedAnswer): Response {
  const isEmpty = status === 204 || status === 304;
  return new Response(isEmpty ? null : body, { status, headers: [...headers, ['idempotency-replayed', 'true']] });
}
