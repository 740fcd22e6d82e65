import * as z from 'zod';
import type { Clock } from '../../../clock/clock.ts';
import { objectId, seconds } from '../objects.ts';
import { findObject, type Queryable, saveObjects } from '../store.ts';
import { settingsOf } from './balance-settings.ts';
import type { Account } from './connect-objects.ts';
import { noAccount, readJson } from './json-params.ts';
import { capabilityOf, requirementsOf } from './requirements.ts';
import { recordThinEvent } from './thin-events.ts';

const includes = z.array(z.enum(['configuration.recipient', 'defaults', 'identity', 'requirements'])).optional();
const responsibility = z.literal('application');
const createParams = z.strictObject({
  contact_email: z.email(),
  display_name: z.string().max(200).optional(),
  dashboard: z.literal('express'),
  identity: z.strictObject({ country: z.string().regex(/^[A-Za-z]{2}$/) }),
  configuration: z.strictObject({
    recipient: z.strictObject({
      capabilities: z.strictObject({
        stripe_balance: z.strictObject({ stripe_transfers: z.strictObject({ requested: z.literal(true) }) }),
      }),
    }),
  }),
  defaults: z.strictObject({
    responsibilities: z.strictObject({ fees_collector: responsibility, losses_collector: responsibility }),
    currency: z.string().length(3).optional(),
  }),
  metadata: z.record(z.string().max(40), z.string().max(500)).optional(),
  include: includes,
});
const retrieveParams = z.strictObject({ include: includes });
const closeParams = z.strictObject({ applied_configurations: z.array(z.literal('recipient')).optional() });

type Includes = readonly string[] | undefined;

/** `POST /v2/core/accounts`: a recipient with the express dashboard, of which the platform bears fees and losses. */
export async function createAccount(db: Queryable, clock: Clock, body: unknown) {
  const params = readJson(createParams, body);
  const account: Account = {
    id: objectId('acct'),
    object: 'v2.core.account',
    created: seconds(clock.now()),
    contact_email: params.contact_email,
    display_name: params.display_name ?? null,
    metadata: params.metadata ?? {},
    sandbox: {
      country: params.identity.country.toUpperCase(),
      step: 'new',
      isRestricted: false,
      isClosed: false,
      bank: null,
      reviewedAt: null,
      deadlineAt: null,
    },
  };
  await saveObjects(db, [account, await settingsOf(db, clock, account.id)]);
  await recordThinEvent(db, clock, 'v2.core.account.created', account);
  return showAccount(account, params.include);
}

export async function readAccount(db: Queryable, id: string, query: unknown) {
  const { include } = readJson(retrieveParams, query);
  return showAccount(await getAccount(db, id), include);
}

/** `POST /v2/core/accounts/{id}/close`; closing it again changes nothing. */
export async function closeAccount(db: Queryable, clock: Clock, id: string, body: unknown) {
  readJson(closeParams, body);
  const account = await getAccount(db, id, true);
  return showAccount(await changeAccount(db, clock, account, { isClosed: true }), undefined);
}

export async function getAccount(db: Queryable, id: string, lock = false): Promise<Account> {
  const account = await findObject<Account>(db, 'v2.core.account', id, lock);
  if (!account) throw noAccount(id);
  return account;
}

const recipient = 'v2.core.account[configuration.recipient]';

/** Changes the state of a locked account, and records the events of what became different. */
export async function changeAccount(
  db: Queryable,
  clock: Clock,
  before: Account,
  change: Partial<Account['sandbox']>,
): Promise<Account> {
  const after: Account = { ...before, sandbox: { ...before.sandbox, ...change } };
  const differs = (read: (account: Account) => unknown) => JSON.stringify(read(before)) !== JSON.stringify(read(after));
  const types = [
    differs(requirementsOf) && 'v2.core.account[requirements].updated',
    differs(capabilityOf) && `${recipient}.capability_status_updated`,
    differs(({ sandbox }) => sandbox.bank) && 'v2.core.account[defaults].updated',
    differs(({ sandbox }) => sandbox.isClosed) && 'v2.core.account.closed',
  ];
  await saveObjects(db, [after]);
  for (const type of types) if (type) await recordThinEvent(db, clock, type, after);
  return after;
}

/** As the API returns it: parts only where `include` names them. */
function showAccount(account: Account, include: Includes): Record<string, unknown> {
  const { country, bank, isClosed } = account.sandbox;
  const has = (part: string) => include?.includes(part) === true;
  const capability = capabilityOf(account);
  return {
    id: account.id,
    object: account.object,
    created: new Date(account.created * 1_000).toISOString(),
    applied_configurations: isClosed ? [] : ['recipient'],
    closed: isClosed,
    contact_email: account.contact_email,
    dashboard: 'express',
    display_name: account.display_name,
    livemode: false,
    metadata: account.metadata,
    ...(has('configuration.recipient') && {
      configuration: {
        recipient: {
          applied: !isClosed,
          capabilities: { stripe_balance: { stripe_transfers: capability, payouts: capability } },
        },
      },
    }),
    ...(has('identity') && { identity: { country: country.toLowerCase(), entity_type: 'individual' } }),
    ...(has('defaults') && {
      defaults: {
        payout_methods: bank ? { [bank.currency]: bank.id } : {},
        responsibilities: {
          fees_collector: 'application',
          losses_collector: 'application',
          requirements_collector: 'stripe',
        },
      },
    }),
    ...(has('requirements') && { requirements: requirementsOf(account) }),
  };
}
