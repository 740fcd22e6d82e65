import { createRoute, z } from '@hono/zod-openapi';
import { withCookies } from '#platform/http/page-form.server.ts';
import { type Api, type ApiContext, refusals, requireActor } from '#platform/http/requests/api.ts';
import { body, json } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';
import { ownProfileSchema } from '../contract.ts';
import { codeInput, renewedShape, secondFactorSchema, stepUpInput } from '../model/security.contract.ts';
import { getOwnProfile } from '../own-profile/own-profile.server.ts';
import { clientOf, signedInSchema } from '../sign-in/auth.api.server.ts';
import { renewedToken } from '../sign-in/sessions/renew-own-session.server.ts';
import { confirmIdentity } from '../step-up/confirm-identity.server.ts';
import { confirmSecondFactor } from './confirm-second-factor.server.ts';
import { disableSecondFactor } from './disable-second-factor.server.ts';
import { finishSecondStep } from './finish-second-step.server.ts';
import { renewRecoveryCodes } from './renew-recovery-codes.server.ts';
import { findSecondFactor } from './second-factor.queries.server.ts';
import type { CodeKind } from './second-factor-attempt.server.ts';
import { showSetUp, startSecondFactor } from './start-second-factor.server.ts';

const base = '/api/auth/two-factor';
const tags = ['sign-in'];
const proof = { body: body(stepUpInput) };
const code = { body: body(codeInput) };
const done = { 200: json(z.object({ status: z.literal(true), ...renewedShape }), 'Done.') };
const backupCodes = z.array(z.string());
const codeAcceptedSchema = signedInSchema.extend(renewedShape).meta({ id: 'CodeAccepted' });
const uriSchema = z.object({ totpURI: z.string(), ...renewedShape });

const enableRoute = createRoute({
  method: 'post',
  path: `${base}/enable`,
  tags,
  summary:
    'Starts the setup of an authenticator app. Returns its secret and 10 recovery codes once. They are active after the first `verify-totp`.',
  request: proof,
  responses: {
    200: json(
      uriSchema.extend({ method: z.literal('totp'), backupCodes }).meta({ id: 'SecondFactorStarted' }),
      'The secret as an `otpauth:` URL, and the recovery codes.',
    ),
    ...refusals(400, 401, 403, 409, 422, 429),
  },
});

const uriRoute = createRoute({
  method: 'post',
  path: `${base}/get-totp-uri`,
  tags,
  summary: 'Returns the secret again, until its first code is verified.',
  request: proof,
  responses: { 200: json(uriSchema, 'The `otpauth:` URL.'), ...refusals(400, 401, 403, 404, 422, 429) },
});

const verifyRoute = (path: string, summary: string) =>
  createRoute({
    method: 'post',
    path: `${base}/${path}`,
    tags,
    summary,
    request: code,
    responses: { 200: json(codeAcceptedSchema, 'The code is correct.'), ...refusals(400, 401, 403, 409, 422, 429) },
  });
const totpRoute = verifyRoute(
  'verify-totp',
  'Verifies a code from the app. Completes a sign-in, or the setup of the app if you’re signed in.',
);
const recoveryRoute = verifyRoute('verify-backup-code', 'Completes a sign-in with a recovery code.');

const renewRoute = createRoute({
  method: 'post',
  path: `${base}/generate-backup-codes`,
  tags,
  summary: 'Generates 10 new recovery codes and returns them once. The previous codes no longer work.',
  request: proof,
  responses: {
    200: json(
      z.object({ status: z.literal(true), backupCodes, ...renewedShape }).meta({ id: 'RecoveryCodes' }),
      'The codes.',
    ),
    ...refusals(400, 401, 403, 409, 422, 429),
  },
});

const disableRoute = createRoute({
  method: 'post',
  path: `${base}/disable`,
  tags,
  summary: 'Turns off two-step verification. Deletes the recovery codes and ends your other sessions.',
  request: proof,
  responses: { ...done, ...refusals(400, 401, 403, 409, 422, 429) },
});

const statusRoute = createRoute({
  method: 'get',
  path: `${base}/status`,
  tags,
  summary: 'Returns whether two-step verification is on, and how many recovery codes are left.',
  responses: { 200: json(secondFactorSchema, 'Your two-step verification.'), ...refusals(401) },
});

const stepUpRoute = createRoute({
  method: 'post',
  path: '/api/auth/step-up',
  tags,
  summary:
    'Verifies your identity for 10 minutes with your password, and a code if an authenticator app is set up. The session continues with a new cookie or bearer token.',
  request: proof,
  responses: { ...done, ...refusals(400, 401, 403, 422, 429) },
});

export function addSecondFactorApi(api: Api, platform: Platform): void {
  const { db } = platform;
  const ok = { status: true as const };
  const signedIn = async (userId: string) => ({
    user: ownProfileSchema.parse(await getOwnProfile(db, userId)),
    redirect: false as const,
  });
  const finish = async (c: ApiContext, kind: CodeKind, code: string) => {
    const { userId, session } = await finishSecondStep(platform, { kind, code }, clientOf(c, platform), c.get('actor'));
    return c.json(await signedIn(userId), 200, { 'set-cookie': session.cookies });
  };

  api.openapi(enableRoute, async (c) => {
    const { totpUri, recoveryCodes, session } = await startSecondFactor(
      platform,
      requireActor(c),
      c.req.valid('json'),
      clientOf(c, platform),
    );
    return c.json(
      { method: 'totp' as const, totpURI: totpUri, backupCodes: recoveryCodes, bearer: renewedToken(session) },
      200,
      withCookies(session),
    );
  });

  api.openapi(uriRoute, async (c) => {
    const { totpUri, session } = await showSetUp(platform, requireActor(c), c.req.valid('json'), clientOf(c, platform));
    return c.json({ totpURI: totpUri, bearer: renewedToken(session) }, 200, withCookies(session));
  });

  api.openapi(totpRoute, async (c) => {
    const actor = c.get('actor');
    const input = c.req.valid('json');
    if (!actor) return finish(c, 'app', input.code);
    const { session } = await confirmSecondFactor(platform, actor, input, clientOf(c, platform));
    return c.json({ ...(await signedIn(actor.id)), bearer: renewedToken(session) }, 200, withCookies(session));
  });

  api.openapi(recoveryRoute, async (c) => finish(c, 'recovery', c.req.valid('json').code));

  api.openapi(renewRoute, async (c) => {
    const { recoveryCodes, session } = await renewRecoveryCodes(
      platform,
      requireActor(c),
      c.req.valid('json'),
      clientOf(c, platform),
    );
    return c.json({ ...ok, backupCodes: recoveryCodes, bearer: renewedToken(session) }, 200, withCookies(session));
  });

  api.openapi(disableRoute, async (c) => {
    const session = await disableSecondFactor(platform, requireActor(c), c.req.valid('json'), clientOf(c, platform));
    return c.json({ ...ok, bearer: renewedToken(session) }, 200, withCookies(session));
  });

  api.openapi(statusRoute, async (c) =>
    c.json(secondFactorSchema.parse(await findSecondFactor(platform, requireActor(c))), 200),
  );

  api.openapi(stepUpRoute, async (c) => {
    const session = await confirmIdentity(platform, requireActor(c), c.req.valid('json'), clientOf(c, platform));
    return c.json({ ...ok, bearer: renewedToken(session) }, 200, withCookies(session));
  });
}
