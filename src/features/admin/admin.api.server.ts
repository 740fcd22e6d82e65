import { createRoute, z } from '@hono/zod-openapi';
import { requireStepUp } from '#features/auth/index.server.ts';
import { getAccount } from '#features/members/index.server.ts';
import { hideListing, showListing } from '#features/moderation/index.server.ts';
import { premiumStatusSchema } from '#features/tiers/contract.ts';
import { premiumStatus } from '#features/tiers/index.server.ts';
import { verifyActs } from '#platform/audit/verify-acts.server.ts';
import { type Api, refusals, requireAdmin } from '#platform/http/requests/api.ts';
import { body, done, json, success } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';
import {
  actPageSchema,
  actQuery,
  chainSchema,
  healthSchema,
  listingFactsSchema,
  memberFactsSchema,
  memberPageSchema,
  memberQuery,
  reasonInput,
  stopInput,
} from './contract.ts';
import { presentHealth } from './health-and-jobs/health.present.server.ts';
import { endMemberSessions } from './members/end-member-sessions.server.ts';
import { findMembers, inspectMember } from './members/member.present.server.ts';
import { openAccount } from './members/open-account.server.ts';
import { notifyEmail } from './members/read-email.server.ts';
import { resetMemberFactors } from './members/reset-member-factors.server.ts';
import { readAgain } from './members/sync-member.server.ts';
import { inspectNamedListing } from './reports/load-listing.server.ts';
import { listNamedActs } from './shell/actions.queries.server.ts';

const tags = ['admin'];
const params = z.object({ id: z.string().max(64) });

const membersRoute = createRoute({
  method: 'get',
  path: '/api/admin/members',
  tags,
  summary: 'Lists members by part of a name, a whole email or an ID, newest first. Emails are masked.',
  request: { query: memberQuery },
  responses: {
    200: json(memberPageSchema, 'A page of members, with the number of each kind that `q` finds.'),
    ...refusals(401, 403, 422),
  },
});

const memberRoute = createRoute({
  method: 'get',
  path: '/api/admin/members/{id}',
  tags,
  summary: 'Returns a member’s data by ID or username.',
  request: { params },
  responses: { 200: json(memberFactsSchema, 'The member.'), ...refusals(401, 403, 404) },
});

const emailRoute = createRoute({
  method: 'post',
  path: '/api/admin/members/{id}/email',
  tags,
  summary: 'Reveals a member’s email. Takes no body. Recorded in the audit log.',
  request: { params },
  responses: { 200: json(z.object({ email: z.string() }), 'The email.'), ...refusals(401, 403, 404) },
});

const accountRoute = createRoute({
  method: 'post',
  path: '/api/admin/members/{id}/account',
  tags,
  summary:
    'Reveals a member’s account data for an hour: plan, sign-ins, sessions and two-step verification. The case is recorded in the audit log.',
  request: { params, body: body(reasonInput) },
  responses: { 200: json(memberFactsSchema, 'The member.'), ...refusals(400, 401, 403, 404, 422) },
});

const syncRoute = createRoute({
  method: 'post',
  path: '/api/admin/members/{id}/subscription/sync',
  tags,
  summary: 'Syncs a member’s subscription from Stripe. Takes no body.',
  request: { params },
  responses: { 200: json(premiumStatusSchema, 'The member’s plan.'), ...refusals(401, 403, 404, 409, 503) },
});

const factorsRoute = createRoute({
  method: 'post',
  path: '/api/admin/members/{id}/factors/reset',
  tags,
  summary:
    'Resets a member’s two-step verification. Removes authenticator app, recovery codes and passkeys, ends all sessions and notifies the member by email.',
  request: { params, body: body(reasonInput) },
  responses: { ...success, ...refusals(400, 401, 403, 404, 409, 422) },
});

const listingRoute = createRoute({
  method: 'get',
  path: '/api/admin/listings/{id}',
  tags,
  summary: 'Returns a listing, who paused it, and its history with person, reason and time.',
  request: { params },
  responses: { 200: json(listingFactsSchema, 'The listing.'), ...refusals(401, 403, 404) },
});

const hideRoute = createRoute({
  method: 'post',
  path: '/api/admin/listings/{id}/hide',
  tags,
  summary: 'Pauses a listing until an admin releases it. The seller sees the reason. A buyer who is paying can finish.',
  request: { params, body: body(stopInput) },
  responses: { 200: json(listingFactsSchema, 'The listing.'), ...refusals(400, 401, 403, 404, 409, 422) },
});

const showRoute = createRoute({
  method: 'delete',
  path: '/api/admin/listings/{id}/hide',
  tags,
  summary: 'Releases a listing that an admin paused. Its status is as if it had not been paused.',
  request: { params },
  responses: { 200: json(listingFactsSchema, 'The listing.'), ...refusals(401, 403, 404, 409) },
});

const healthRoute = createRoute({
  method: 'get',
  path: '/api/admin/health',
  tags,
  summary: 'Lists all system alerts, each with its count and what to do.',
  responses: { 200: json(healthSchema, 'The system alerts.'), ...refusals(401, 403) },
});

const chainRoute = createRoute({
  method: 'get',
  path: '/api/admin/audit/chain',
  tags,
  summary: 'Verifies the hash chain of the audit log. Names the last valid line and what is wrong after it.',
  responses: { 200: json(chainSchema, 'The result.'), ...refusals(401, 403) },
});

const sessionsRoute = createRoute({
  method: 'post',
  path: '/api/admin/members/{id}/sessions/end',
  tags,
  summary: 'Ends all sessions of a member or another admin. Requires a recent identity check.',
  request: { params, body: body(reasonInput) },
  responses: { ...success, ...refusals(400, 401, 403, 404, 409, 422) },
});

const auditRoute = createRoute({
  method: 'get',
  path: '/api/admin/audit',
  tags,
  summary: 'Lists admin actions, newest first. Filter them by admin, action or member.',
  request: { query: actQuery },
  responses: { 200: json(actPageSchema, 'A page of the audit log.'), ...refusals(401, 403, 422) },
});

export function addAdminApi(api: Api, platform: Platform): void {
  const { db } = platform;

  api.openapi(membersRoute, async (c) => {
    requireAdmin(c);
    return c.json(await findMembers(platform, c.req.valid('query')), 200);
  });

  api.openapi(memberRoute, async (c) => {
    const admin = requireAdmin(c);
    const { id } = await getAccount(db, c.req.valid('param').id);
    return c.json(await inspectMember(platform, id, admin.id), 200);
  });

  api.openapi(emailRoute, async (c) => {
    const admin = requireAdmin(c);
    const { id: userId } = await getAccount(db, c.req.valid('param').id);
    return c.json({ email: await notifyEmail(platform, { userId, by: admin.id }) }, 200);
  });

  api.openapi(accountRoute, async (c) => {
    const admin = requireAdmin(c);
    const { id: userId } = await getAccount(db, c.req.valid('param').id);
    await openAccount(platform, { userId, by: admin.id, reason: c.req.valid('json').reason });
    return c.json(await inspectMember(platform, userId, admin.id), 200);
  });

  api.openapi(syncRoute, async (c) => {
    const admin = requireAdmin(c);
    const { id: userId } = await getAccount(db, c.req.valid('param').id);
    await readAgain(platform, { userId, by: admin.id });
    return c.json(premiumStatusSchema.parse(await premiumStatus(platform, userId)), 200);
  });

  api.openapi(factorsRoute, async (c) => {
    const admin = requireAdmin(c);
    const account = await getAccount(db, c.req.valid('param').id);
    await requireStepUp(platform, admin);
    await resetMemberFactors(platform, account, { by: admin.id, reason: c.req.valid('json').reason });
    return c.json(done, 200);
  });

  api.openapi(listingRoute, async (c) => {
    requireAdmin(c);
    return c.json(await inspectNamedListing(platform, c.req.valid('param').id), 200);
  });

  api.openapi(hideRoute, async (c) => {
    const admin = requireAdmin(c);
    const { id: listingId } = c.req.valid('param');
    const { why, reason } = c.req.valid('json');
    await hideListing(platform, { listingId, by: admin.id, why, reason });
    return c.json(await inspectNamedListing(platform, listingId), 200);
  });

  api.openapi(showRoute, async (c) => {
    const admin = requireAdmin(c);
    const { id: listingId } = c.req.valid('param');
    await showListing(platform, { listingId, by: admin.id });
    return c.json(await inspectNamedListing(platform, listingId), 200);
  });

  api.openapi(healthRoute, async (c) => {
    requireAdmin(c);
    return c.json(await presentHealth(platform), 200);
  });

  api.openapi(chainRoute, async (c) => {
    requireAdmin(c);
    return c.json(await verifyActs(db), 200);
  });

  api.openapi(sessionsRoute, async (c) => {
    const admin = requireAdmin(c);
    const { id: userId } = await getAccount(db, c.req.valid('param').id);
    await requireStepUp(platform, admin);
    await endMemberSessions(platform, { userId, by: admin.id, reason: c.req.valid('json').reason });
    return c.json(done, 200);
  });

  api.openapi(auditRoute, async (c) => {
    const { id } = requireAdmin(c);
    return c.json(await listNamedActs(platform, c.req.valid('query'), id), 200);
  });
}
