import { createRoute, z } from '@hono/zod-openapi';
import { isRefusal, notAllowed, Refusal } from '#kernel/refusal.ts';
import { type Api, type ApiContext, refusals, requireActor } from '#platform/http/requests/api.ts';
import { originCode, ownOrigin } from '#platform/http/requests/own-origin.ts';
import { body, json } from '#platform/http/responses/answers.ts';
import { callbackPath, type Flow } from '#platform/identity/providers/openid.ts';
import { OpenIdFault } from '#platform/identity/providers/openid-provider.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import { authSecurity } from '../model/auth.security.ts';
import { messages } from '../model/messages.ts';
import { startGoogleInput } from '../model/security.contract.ts';
import { ownPath } from '../redirect/redirect-record.ts';
import { secondStepPath } from '../second-factor/finish-second-step.server.ts';
import { clientOf } from '../sign-in/auth.api.server.ts';
import { keepPathOf } from '../sign-in/kept-account.server.ts';
import { landingFor } from '../sign-in/landing.server.ts';
import { confirmWithGoogle } from './fresh-google.server.ts';
import { type GoogleAnswer, googleAnswers, googleSentence } from './google-answers.ts';
import { googleResult, pathOfProblem } from './google-result.server.ts';
import { countGoogleTrip, signInWithGoogle } from './google-sign-in.server.ts';
import { offerLink } from './link-accounts.server.ts';

const started = {
  200: json(
    z.object({ url: z.string(), redirect: z.literal(true) }).meta({ id: 'GoogleTrip' }),
    'The address for the browser.',
  ),
};

const signInRoute = createRoute({
  method: 'post',
  path: '/api/auth/sign-in/social',
  tags: ['sign-in'],
  summary:
    'Starts a sign-in with Google. Returns the address to open in the browser and sets a cookie for the callback.',
  request: { body: body(startGoogleInput) },
  responses: { ...started, ...refusals(400, 403, 422, 429, 503) },
});

const linkRoute = createRoute({
  method: 'post',
  path: '/api/auth/link-social',
  tags: ['sign-in'],
  summary: 'Starts verifying a Google account before you link it.',
  request: { body: body(startGoogleInput) },
  responses: { ...started, ...refusals(400, 401, 403, 422, 429, 503) },
});

const goRoute = createRoute({
  method: 'get',
  path: '/api/auth/google',
  tags: ['sign-in'],
  summary:
    'Redirects the browser to Google. `purpose` is `sign-in`, `link` or `confirm`. With `popup=1`, the result is sent to the window that opened the popup.',
  responses: { 302: { description: 'A redirect to Google, or back to the site with an error code.' } },
});

const callbackRoute = createRoute({
  method: 'get',
  path: callbackPath,
  tags: ['sign-in'],
  summary: 'Handles the callback from Google.',
  responses: {
    302: { description: 'A redirect to the requested page.' },
    200: { description: 'A page that sends the result to the window that opened the popup, then closes.' },
  },
});

export function addGoogleApi(api: Api, platform: Platform): void {
  const { identity, log } = platform;
  const { appUrl } = platform.config;

  const begin = async (c: ApiContext, input: Omit<Flow, 'origin' | 'sessionId'>) => {
    await countGoogleTrip(platform, clientOf(c, platform));
    return identity.google.begin({
      ...input,
      sessionId: c.get('actor')?.sessionId ?? null,
      origin: ownOrigin(platform.config, c.req.header('host')),
    });
  };
  const post = async (c: ApiContext, purpose: Flow['purpose'], callbackURL: string | undefined) => {
    const next = callbackURL === undefined ? '' : ownPath(pathOf(callbackURL, appUrl), appUrl);
    if (next === null)
      throw new Refusal(422, 'invalid', messages.continueUrlForeign, {
        errors: { callbackURL: messages.continueUrlForeign },
      });
    try {
      return await begin(c, { purpose, next, isPopup: false });
    } catch (error) {
      if (!(error instanceof OpenIdFault)) throw error;
      const code = codeOf(error);
      log.warn('sign-in with Google could not begin', { code, reason: error.message });
      throw new Refusal(503, code, googleAnswers[code], { retryAfterSeconds: 30 });
    }
  };

  const failed = (flow: Flow | null, code: GoogleAnswer, cookies: readonly string[]) => {
    const problem = flow?.purpose === 'confirm' && code === 'google_failed' ? 'reauth_failed' : code;
    return googleResult(flow, pathOfProblem(flow, problem, appUrl), problem, cookies) as never;
  };

  api.openapi(signInRoute, async (c) => {
    const { url, cookies } = await post(c, 'sign-in', c.req.valid('json').callbackURL);
    return c.json({ url, redirect: true as const }, 200, { 'set-cookie': cookies });
  });

  api.openapi(linkRoute, async (c) => {
    requireActor(c);
    const { url, cookies } = await post(c, 'link', c.req.valid('json').callbackURL);
    return c.json({ url, redirect: true as const }, 200, { 'set-cookie': cookies });
  });

  api.openapi(goRoute, async (c) => {
    const input: Omit<Flow, 'origin' | 'sessionId'> = {
      purpose: purposes.find((purpose) => purpose === c.req.query('purpose')) ?? 'sign-in',
      next: ownPath(c.req.query('next'), appUrl) ?? '',
      isPopup: c.req.query('popup') === '1',
    };
    const flow: Flow = { ...input, sessionId: null, origin: ownOrigin(platform.config, c.req.header('host')) };
    if (input.purpose !== 'sign-in') {
      const site = c.req.header('sec-fetch-site');
      if (!c.get('actor')) return failed(flow, 'google_failed', []);
      // Cross-site requests must not start a flow that links or confirms.
      if (site === 'cross-site' || site === 'same-site')
        throw notAllowed(
          'We couldn’t open Google because the request came from another site. Try again from this site.',
          originCode,
        );
    }
    try {
      const { url, cookies } = await begin(c, input);
      return googleResult({ ...flow, isPopup: false }, url, null, cookies) as never;
    } catch (error) {
      const problem = problemOf(error);
      if (problem === null) throw error;
      log.warn('sign-in with Google could not begin', { error });
      return failed(flow, problem, []);
    }
  });

  api.openapi(callbackRoute, async (c) => {
    const finished = await identity.google.finish(new URL(c.req.url).searchParams, c.req.header('cookie') ?? '');
    const cookies = identity.google.clearedCookies();
    const back = (problem: GoogleAnswer) => failed(finished.flow, problem, cookies);
    if (finished.kind === 'cancelled') return back('google_cancelled');
    if (finished.kind === 'failed') {
      const code = codeOf(finished);
      log.warn('an answer of the OpenID provider was refused', { code, reason: finished.reason });
      platform.security.note(authSecurity.signedIn, { outcome: 'refused', code, way: 'google' });
      return back(code);
    }
    const { flow, person } = finished;
    try {
      if (flow.purpose === 'sign-in') {
        const answer = await signInWithGoogle(platform, person, clientOf(c, platform), c.get('actor'));
        if (answer.kind === 'second-factor')
          return googleResult(flow, secondStepPath(flow.next), null, [...cookies, ...answer.cookies]) as never;
        return googleResult(flow, await landingFor(platform, answer.userId, flow.next), null, [
          ...cookies,
          ...answer.session.cookies,
        ]) as never;
      }
      const actor = sameSession(c.get('actor'), flow);
      if (!actor) return back('google_failed');
      const session = flow.purpose === 'link' ? null : await confirmWithGoogle(platform, actor, person, flow.next);
      if (session === null) await offerLink(platform, actor, person);
      return googleResult(flow, ownPath(flow.next, appUrl) ?? '/settings/security', null, [
        ...cookies,
        ...(session?.cookies ?? []),
      ]) as never;
    } catch (error) {
      const keepPath = keepPathOf(error);
      if (keepPath) return googleResult(flow, keepPath, null, cookies) as never;
      const problem = problemOf(error);
      if (problem === null) throw error;
      return back(problem);
    }
  });
}

const purposes = ['sign-in', 'link', 'confirm'] as const;

/** The member who started the flow, in the same session; another member may have signed in meanwhile. */
function sameSession(actor: Actor | null, flow: Flow): (Actor & { sessionId: string }) | null {
  return actor?.sessionId && actor.sessionId === flow.sessionId ? { ...actor, sessionId: actor.sessionId } : null;
}

/** An error that a retry cannot fix has another sentence (ER-05). */
function codeOf({ isMisconfigured = false, isStale = false }: { isMisconfigured?: boolean; isStale?: boolean }) {
  if (isStale) return 'google_stale';
  return isMisconfigured ? 'google_misconfigured' : 'google_failed';
}

function problemOf(error: unknown): GoogleAnswer | null {
  if (error instanceof OpenIdFault) return codeOf(error);
  return isRefusal(error) && googleSentence(error.code) !== null ? (error.code as GoogleAnswer) : null;
}

/** Client libraries send absolute addresses as well. */
function pathOf(address: string, appUrl: string): string {
  return address.startsWith(`${appUrl}/`) ? address.slice(appUrl.length) : address;
}
