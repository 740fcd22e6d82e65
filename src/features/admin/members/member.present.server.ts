import { countOwnListings } from '#features/listings/index.server.ts';
import { getMember, listMembers, type MemberFacts, type MemberRow } from '#features/members/index.server.ts';
import { findSubscription, newestBill, readingsOf, type SubscriptionRecord } from '#features/tiers/index.server.ts';
import { findStatus } from '#features/traders/index.server.ts';
import { isRefusal } from '#kernel/refusal.ts';
import type { Platform } from '#platform/platform.ts';
import { adminSecurity } from '../admin.security.ts';
import {
  type MemberAct,
  type MemberFactsView,
  type MemberRowView,
  memberFactsSchema,
  memberRowSchema,
} from '../contract.ts';
import { openedFor } from './open-account.server.ts';

const iso = (at: Date | null) => at?.toISOString() ?? null;

/**
 * A page of members, with how many of each kind there are. The search text may be an email address, so it is not
 * logged.
 */
export async function findMembers(
  { db, security }: Pick<Platform, 'db' | 'security'>,
  query: Parameters<typeof listMembers>[1],
) {
  security.note(adminSecurity.read, { outcome: 'done', what: 'members' });
  const { items, ...page } = await listMembers(db, query);
  return { ...page, items: items.map(presentMember) };
}

function presentMember(row: MemberRow): MemberRowView {
  return memberRowSchema.parse({ ...row, joinDate: iso(row.joinDate), suspendedAt: iso(row.suspendedAt) });
}

/** The account data of the admin's member page; the features' panels are beside it. */
export type KnownMember = Omit<MemberFactsView, 'lastInvoice' | 'lastInvoiceKnown'>;

/**
 * All data about a member that an admin may read, from the features that own them: account data only for a named case.
 * Refuses an unknown or deleted member (404).
 */
export async function inspectMember(platform: Platform, userId: string, adminId: string): Promise<MemberFactsView> {
  const member = await knowMember(platform, userId, adminId);
  const bill = member.opened ? await billOf(platform, userId, adminId) : undefined;
  return memberFactsSchema.parse({ ...member, lastInvoice: bill ?? null, lastInvoiceKnown: bill !== undefined });
}

function billOf(platform: Platform, userId: string, adminId: string) {
  return newestBill(platform, userId, adminId).catch((error: unknown) => {
    if (isRefusal(error)) return undefined;
    throw error;
  });
}

/** The same without the request to Stripe. */
export function knowMember(platform: Platform, userId: string, readerId: string): Promise<KnownMember> {
  return platform.security.follow(
    adminSecurity.read,
    { what: 'member', subject: userId },
    know(platform, userId, readerId),
  );
}

async function know(platform: Platform, userId: string, readerId: string): Promise<KnownMember> {
  const now = platform.clock.now();
  const [member, subscription, listings, sellerStatus, opened] = await Promise.all([
    getMember(platform, userId),
    findSubscription(platform.db, userId),
    countOwnListings(platform, userId),
    findStatus(platform.db, userId),
    openedFor(platform.db, userId, readerId, now),
  ]);
  const facts = { ...member, subscription, isMarkedTrader: sellerStatus?.markedAt != null };
  const { hasApp, recoveryCodes, passkeys, waysIn, sessions, lastSignIn, ...rest } = member;
  const account = {
    lastSignIn: iso(lastSignIn),
    waysIn,
    sessions,
    factors: { app: hasApp, recoveryCodes, passkeys },
    readings: readingsOf(facts.tier, subscription, now),
    subscription: subscription && presentSubscription(facts, subscription),
  };
  const untold = { lastSignIn: null, waysIn: null, sessions: null, factors: null, readings: null, subscription: null };
  return knownMemberSchema.parse({
    ...rest,
    joinDate: iso(facts.joinDate),
    suspendedAt: iso(facts.suspendedAt),
    opened: opened && { reason: opened.reason, until: opened.until.toISOString() },
    ...(opened ? account : untold),
    listings,
    may: mayDo(facts, readerId, now, opened !== null),
  });
}

function presentSubscription(facts: Facts, subscription: SubscriptionRecord) {
  const { status, currentPlan, startDate, endDate, renewalDate, stripeSubscriptionId, stripeCustomerId } = subscription;
  const times = { startDate: iso(startDate), endDate: iso(endDate), renewalDate: iso(renewalDate) };
  return {
    status,
    currentPlan,
    ...times,
    subscriptionId: stripeSubscriptionId,
    customerId: stripeCustomerId,
    isGranted: isGranted(facts),
  };
}

const knownMemberSchema = memberFactsSchema.omit({ lastInvoice: true, lastInvoiceKnown: true });

type Facts = MemberFacts & { subscription: SubscriptionRecord | null; isMarkedTrader?: boolean };

function isGranted({ subscription }: Pick<Facts, 'subscription'>): boolean {
  return subscription?.stripeSubscriptionId?.startsWith('admin_') === true && subscription.status === 'active';
}

/**
 * Actions to show for a member. Without an opened case they reveal no sessions, second factors or payment for premium.
 * The use cases check again under their locks.
 */
function mayDo(facts: Facts, readerId: string, now: Date, isOpened: boolean): MemberAct[] {
  const isMember = facts.role === 'member';
  const pays =
    facts.subscription?.stripeSubscriptionId?.startsWith('sub_') === true &&
    readingsOf(facts.tier, facts.subscription, now).b.tier === 'premium';
  const hasFactor = facts.hasApp || facts.passkeys > 0;
  const all: [MemberAct, boolean][] = [
    ['grant', !pays || !isOpened],
    ['revoke', isOpened ? isGranted(facts) : facts.tier === 'premium'],
    ['sync', isOpened && facts.subscription?.stripeCustomerId != null],
    ['mark-trader', facts.id !== readerId && !facts.isMarkedTrader],
    ['unmark-trader', facts.id !== readerId && facts.isMarkedTrader === true],
    ['suspend', isMember && facts.suspendedAt === null],
    ['restore', facts.suspendedAt !== null],
    ['reset-factors', isMember && (hasFactor || !isOpened)],
    ['end-sessions', (facts.sessions > 0 || !isOpened) && facts.id !== readerId],
  ];
  return all.flatMap(([act, isOpen]) => (isOpen ? [act] : []));
}
