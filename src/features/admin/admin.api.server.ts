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
  summary: 'Members by part of a name, a whole email or an id; newest first. Emails are masked.',
  request: { query: memberQuery },
  responses: {
    200: json(memberPageSchema, 'A page of members, and how many of each kind `q` finds.'),
    ...refusals(401, 403, 422),
  },
});

const memberRoute = createRoute({
  method: 'get',
  path: '/api/admin/members/{id}',
  tags,
  summary: 'What the market knows of a member, named by id or username.',
  request: { params },
  responses: { 200: json(memberFactsSchema, 'The member.'), ...refusals(401, 403, 404) },
});

const emailRoute = createRoute({
  method: 'post',
  path: '/api/admin/members/{id}/email',
  tags,
  summary: 'Read a member’s email. Takes no body; the audit log keeps that it was read.',
  request: { params },
  responses: { 200: json(z.object({ email: z.string() }), 'The address.'), ...refusals(401, 403, 404) },
});

const accountRoute = createRoute({
  method: 'post',
  path: '/api/admin/members/{id}/account',
  tags,
  summary:
    'Name the case for which a member’s account is looked at: plan, sign-ins, sessions and second factors are told for an hour. The audit log keeps it.',
  request: { params, body: body(reasonInput) },
  responses: { 200: json(memberFactsSchema, 'The member.'), ...refusals(400, 401, 403, 404, 422) },
});

const syncRoute = createRoute({
  method: 'post',
  path: '/api/admin/members/{id}/subscription/sync',
  tags,
  summary: 'Read a member’s subscription at Stripe again, and make the record say the same. Takes no body.',
  request: { params },
  responses: { 200: json(premiumStatusSchema, 'What the member has now.'), ...refusals(401, 403, 404, 409, 503) },
});

const factorsRoute = createRoute({
  method: 'post',
  path: '/api/admin/members/{id}/factors/reset',
  tags,
  summary:
    'Take a lost authenticator app, recovery codes and passkeys from a member, who is signed out everywhere and mailed.',
  request: { params, body: body(reasonInput) },
  responses: { ...success, ...refusals(400, 401, 403, 404, 409, 422) },
});

const listingRoute = createRoute({
  method: 'get',
  path: '/api/admin/listings/{id}',
  tags,
  summary: 'A listing, who paused it, and each of its moves with who, why and when.',
  request: { params },
  responses: { 200: json(listingFactsSchema, 'The listing.'), ...refusals(401, 403, 404) },
});

const hideRoute = createRoute({
  method: 'post',
  path: '/api/admin/listings/{id}/hide',
  tags,
  summary:
    'Pause a listing until an operator releases it. Its seller reads the reason; copies that a buyer is paying for stay theirs.',
  request: { params, body: body(stopInput) },
  responses: { 200: json(listingFactsSchema, 'The listing.'), ...refusals(400, 401, 403, 404, 409, 422) },
});

const showRoute = createRoute({
  method: 'delete',
  path: '/api/admin/listings/{id}/hide',
  tags,
  summary: 'Release a listing that an operator paused: it is what it would be without the pause.',
  request: { params },
  responses: { 200: json(listingFactsSchema, 'The listing.'), ...refusals(401, 403, 404, 409) },
});

const healthRoute = createRoute({
  method: 'get',
  path: '/api/admin/health',
  tags,
  summary: 'What waits for a person: every trouble that a room of the market names, with how many and what to do.',
  responses: { 200: json(healthSchema, 'The market’s health.'), ...refusals(401, 403) },
});

const chainRoute = createRoute({
  method: 'get',
  path: '/api/admin/audit/chain',
  tags,
  summary: 'Walks the chain of operators’ acts: up to which line it is whole, and what is wrong where it is not.',
  responses: { 200: json(chainSchema, 'The chain.'), ...refusals(401, 403) },
});

const sessionsRoute = createRoute({
  method: 'post',
  path: '/api/admin/members/{id}/sessions/end',
  tags,
  summary: 'Sign a member out everywhere, an operator too, but for oneself. Asks for a step-up.',
  request: { params, body: body(reasonInput) },
  responses: { ...success, ...refusals(400, 401, 403, 404, 409, 422) },
});

const auditRoute = createRoute({
  method: 'get',
  path: '/api/admin/audit',
  tags,
  summary: 'What operators did, newest first: all of it, or of one operator, one kind, about one member.',
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
