import { createHmac } from 'node:crypto';
import pg from 'pg';
import type { Connection } from '../connection.ts';
import { superuser } from './embedded-folder.ts';

/**
 * The app's role. It owns its database and nothing else; the superuser is used only for starting, stopping and this
 * file.
 */
export const marketRole = 'market';

/** The role's password, derived from the superuser's: no further secret to store, and no way back. */
export function marketPasswordOf(superuserPassword: string): string {
  return createHmac('sha256', superuserPassword).update(marketRole).digest('hex');
}

export interface MarketDatabase {
  name: string;
  password: string;
  /** Tests create databases, and end the sessions of others. The app does neither. */
  mayMakeDatabases: boolean;
}

/** Any number, the same in all processes. */
const lockKey = 7_305_153;

/**
 * Creates the role and its database where they are missing, and transfers the ownership of everything that the
 * superuser owns in it: all of a folder of a release before the role, and what such a release has created since.
 * `connect` opens a connection as the superuser to the given database. Idempotent, and safe for concurrent calls.
 */
export async function ensureMarketDatabase(
  connect: (database: string) => Connection,
  market: MarketDatabase,
): Promise<void> {
  const isNew = await within(connect('postgres'), async (client) => {
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    await ensureRole(client, market);
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [market.name]);
    if (!rowCount) await client.query(`create database ${pg.escapeIdentifier(market.name)} owner ${marketRole}`);
    return !rowCount;
  });
  if (!isNew) await within(connect(market.name), (client) => client.query(handOver));
}

async function ensureRole(client: Connection, { password, mayMakeDatabases }: MarketDatabase): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [marketRole]);
  if (!rowCount) await client.query(`create role ${marketRole} login password ${pg.escapeLiteral(password)}`);
  if (mayMakeDatabases)
    await client.query(`alter role ${marketRole} createdb; grant pg_signal_backend to ${marketRole}`);
}

/** Objects of an extension stay with it. Objects of PostgreSQL itself have an oid below 16384. */
const ownedBySuperuser = (table: string, owner: string) => `${owner} = '${superuser}'::regrole and x.oid >= 16384
  and not exists (select from pg_depend d where d.classid = '${table}'::regclass and d.objid = x.oid and d.deptype = 'e')`;
const isOurs = "n.nspname not like 'pg\\_%'";

/**
 * All or nothing, and a no-op of some milliseconds when nothing is left. Indexes, arrays and the sequences of columns
 * follow their tables.
 */
const handOver = `do $hand_over$
declare
  step text;
begin
  set local lock_timeout = '10s';
  for step in
    select format('alter database %I owner to ${marketRole}', datname) from pg_database where datname = current_database() and datdba = '${superuser}'::regrole
    union all
    select format('alter schema %I owner to ${marketRole}', n.nspname) from pg_namespace x join pg_namespace n on n.oid = x.oid
      where ${ownedBySuperuser('pg_namespace', 'x.nspowner')} and ${isOurs}
    union all
    select format('alter %s %s owner to ${marketRole}', case x.relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view' else 'table' end, x.oid::regclass)
      from pg_class x join pg_namespace n on n.oid = x.relnamespace
      where ${ownedBySuperuser('pg_class', 'x.relowner')} and ${isOurs} and x.relkind in ('r', 'p', 'v', 'm', 'S')
        and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = x.oid and d.deptype in ('a', 'i') and x.relkind = 'S')
    union all
    select format('alter routine %s owner to ${marketRole}', x.oid::regprocedure) from pg_proc x join pg_namespace n on n.oid = x.pronamespace
      where ${ownedBySuperuser('pg_proc', 'x.proowner')} and ${isOurs}
    union all
    select format('alter type %s owner to ${marketRole}', x.oid::regtype) from pg_type x join pg_namespace n on n.oid = x.typnamespace
      left join pg_class c on c.oid = x.typrelid
      where ${ownedBySuperuser('pg_type', 'x.typowner')} and ${isOurs} and (x.typtype in ('d', 'e', 'r') or c.relkind = 'c')
  loop
    execute step;
  end loop;
end $hand_over$`;

async function within<T>(client: Connection, work: (client: Connection) => Promise<T>): Promise<T> {
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
