import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { migrate } from '../migrate.ts';
import { startEmbedded } from './embedded.ts';
import { passwordOf } from './embedded-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'sleeved-embedded-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test('the embedded server keeps acknowledged writes over a kill, and a running server is adopted', async () => {
  const first = await startEmbedded(folder);
  expect(first.started).toBe(true);
  const said: string[] = [];
  const again = Promise.withResolvers<void>();
  first.keepAlive(
    (line) => {
      said.push(line);
      if (line.includes('running again')) again.resolve();
    },
    (sentence) => again.reject(new Error(sentence)),
  );
  expect(await query(first.url, 'show fsync')).toEqual([{ fsync: 'on' }]);
  await query(first.url, 'create table kept (n int)');
  await query(first.url, 'insert into kept values (1)');

  const pid = Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
  process.kill(pid, 'SIGKILL');
  // A start while it is down uses the port on which the others wait, and both share the server.
  const second = await startEmbedded(folder);
  await again.promise;
  expect(second.url).toBe(first.url);
  expect(await query(second.url, 'select n from kept')).toEqual([{ n: 1 }]);

  const adopted = await startEmbedded(folder);
  expect([adopted.started, adopted.url]).toEqual([false, second.url]);
  await first.leave();
  await second.leave();
  await adopted.stop();
  await expect(query(second.url, 'select 1')).rejects.toThrow();
});

test('two concurrent starts on a stopped folder use one server, and the last user stops it', async () => {
  // Marks of killed processes are ignored, also when their process id was reused.
  for (const [name, text] of [
    ['999999999-1', '999999999 another-boot:1'],
    [`${process.ppid}-1`, `${process.ppid} another-boot:1`],
  ] as const)
    writeFileSync(join(folder, 'postgres.users', name), text);
  writeFileSync(join(folder, 'postgres.lock'), '999999999 another-boot:1');
  const answers = (url: string) => query(url, 'select 1 as one');

  const [one, two] = await Promise.all([startEmbedded(folder), startEmbedded(folder)]);
  expect([one.started, two.started].sort()).toEqual([false, true]);
  expect(two.url).toBe(one.url);
  const [starter, other] = one.started ? [one, two] : [two, one];
  await starter.leave();
  expect(await answers(other.url)).toHaveLength(1);
  // One starts while the last one leaves: whichever is first, its server works.
  const [third] = await Promise.all([startEmbedded(folder), other.leave()]);
  expect(await answers(third.url)).toHaveLength(1);
  const leaving = third.leave();
  const fourth = await startEmbedded(folder);
  await leaving;
  expect(await answers(fourth.url)).toHaveLength(1);
  await fourth.leave();
  await expect(answers(fourth.url)).rejects.toThrow();
  expect(readdirSync(folder).filter((name) => name.startsWith('postgres.'))).toEqual(['postgres.users']);
}, 60_000);

test('the process that has started the server exits when it leaves the server to another one', async () => {
  const lines = [
    `import { startEmbedded } from ${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))};`,
    `const server = await startEmbedded(${JSON.stringify(folder)});`,
    "await new Promise((resolve) => process.once('message', resolve).send(server.started));",
    'await server.leave();',
    'process.disconnect();',
  ];
  const file = join(folder, 'starter.mts');
  writeFileSync(file, lines.join('\n'));
  const child = fork(file, { stdio: 'inherit' });
  expect(await once(child, 'message')).toEqual([true, undefined]);
  const other = await startEmbedded(folder);
  onTestFinished(() => other.leave());
  const ended = once(child, 'exit');
  child.send('leave');
  expect(await ended).toEqual([0, null]);
  expect(await query(other.url, 'select 1 as one')).toHaveLength(1);
}, 60_000);

/** The URL of the same database for the superuser, with the password of the folder's secrets. */
function asSuperuser(url: string): string {
  const own = new URL(url);
  [own.username, own.password] = ['sleeved', passwordOf(folder)];
  return own.href;
}

test("the app's role owns its database and has no other rights on the server; the superuser’s password is readable by the owner of the folder only", async () => {
  const server = await startEmbedded(folder);
  const rights = 'rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls';
  expect(
    await query(server.url, `select current_user as me, ${rights} as more from pg_roles where rolname = current_user`),
  ).toEqual([{ me: 'market', more: false }]);
  await query(server.url, 'create extension pg_trgm; drop extension pg_trgm');
  for (const beyond of [
    'create role other',
    'create database other',
    'set role sleeved',
    'alter role market superuser',
    'alter system set fsync = off',
    "copy (select 1) to program 'true'",
    "select pg_read_file('postgresql.conf')",
    'select rolpassword from pg_authid',
  ])
    await expect(query(server.url, beyond), beyond).rejects.toMatchObject({ code: '42501' });
  const otherwise = new URL(server.url);
  otherwise.username = 'sleeved';
  await expect(query(otherwise.href, 'select 1'), 'the market’s password').rejects.toMatchObject({ code: '28P01' });
  otherwise.password = '';
  await expect(query(otherwise.href, 'select 1'), 'no password').rejects.toThrow(/password/);
  const closed = (...path: string[]) => statSync(join(folder, ...path)).mode & 0o077;
  expect([closed('secrets'), closed('secrets', 'postgres-password')]).toEqual([0, 0]);
  await server.stop();
});

test('a folder of a release in which the superuser owned everything is transferred at the next start, and so is what that release creates later', async () => {
  const before = await startEmbedded(folder);
  const own = asSuperuser(before.url);
  const superuser = (text: string) => query(own, text);
  await superuser('drop table kept; alter database sleeved owner to sleeved; drop role market');
  await migrate(own);
  await superuser(`create type mood as enum ('good'); create domain short as text check (length(value) < 9); create schema "Odd one";
    create table "Odd one".kept (id serial primary key, big bigint generated always as identity, mood mood, word short);
    create view "Odd one".seen as select word from "Odd one".kept; insert into "Odd one".kept (mood, word) values ('good', 'stays')`);
  await before.stop();

  const server = await startEmbedded(folder);
  const notOurs = () =>
    query(
      asSuperuser(server.url),
      `select s.classid::regclass::text as kind, s.objid::text as id from pg_shdepend s left join pg_extension e on s.classid = 'pg_extension'::regclass and e.oid = s.objid
       where s.deptype = 'o' and s.refobjid <> 'market'::regrole and s.dbid = (select oid from pg_database where datname = current_database()) and e.oid is null
       union all select 'owned by the superuser', c.oid::regclass::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relowner <> 'market'::regrole and n.nspname in ('public', 'graphile_worker', 'Odd one')
       union all select 'routine', p.oid::regprocedure::text from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where p.proowner <> 'market'::regrole and n.nspname in ('public', 'graphile_worker')
         and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
    );
  expect(await notOurs()).toEqual([]);
  expect(await query(server.url, 'select word, mood from "Odd one".seen join "Odd one".kept using (word)')).toEqual([
    { word: 'stays', mood: 'good' },
  ]);
  // As a migration of the next release may.
  await query(
    server.url,
    `alter table auth_user add column later int; alter type mood add value 'bad'; alter domain short rename to shorter;
     alter table "Odd one".kept add column more int; drop schema graphile_worker cascade; drop schema public cascade; create schema public`,
  );
  await query(asSuperuser(server.url), 'create table made_by_the_older_release (n int)');
  const again = await startEmbedded(folder);
  expect(again.started).toBe(false);
  expect(await query(again.url, 'alter table made_by_the_older_release add column m int')).toEqual([]);
  await server.stop();
}, 60_000);
