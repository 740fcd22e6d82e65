import { describe, expect, test } from 'vitest';
import { migrationProblems, problemsIn } from './migrations.ts';

/** What the rule book says of a file, as the names of the rules. */
async function rulesOf(text: string): Promise<string[]> {
  return (await problemsIn('0999-try.sql', text)).map((problem) => problem.split(': ')[1] ?? problem);
}

const bare = '-- outside a transaction\n';
const bad: [rule: string, text: string][] = [
  ['index-locks-writes', 'create index listing_by_x on listing (x)'],
  ['index-locks-writes', 'create unique index listing_x on listing (x)'],
  ['needs-no-transaction', 'create index concurrently listing_by_x on listing (x)'],
  ['needs-no-transaction', 'drop index concurrently listing_by_x'],
  ['takes-whole-table', 'drop index listing_by_x'],
  ['required-column', 'alter table listing add column seen timestamptz not null'],
  ['rewrites-table', 'alter table listing add column seen timestamptz not null default clock_timestamp()'],
  ['rewrites-table', "alter table listing add column token text default encode(gen_random_bytes(8), 'hex')"],
  ['rewrites-table', 'alter table listing add column total int generated always as (price * 2) stored'],
  ['rewrites-table', 'alter table listing add column n bigint generated always as identity'],
  ['rewrites-table', 'alter table listing add column n bigserial'],
  ['rewrites-table', 'alter table listing alter column title type varchar(20)'],
  ['rewrites-table', 'alter table listing set unlogged'],
  ['scans-table', 'alter table listing add column kind text check (kind <> $$x$$)'],
  ['scans-table', 'alter table listing add column owner text references auth_user (id)'],
  ['scans-table', 'alter table listing add constraint price_positive check (price > 0)'],
  ['scans-table', 'alter table listing add constraint of_seller foreign key (seller_id) references auth_user (id)'],
  ['scans-table', 'alter table listing alter column title set not null'],
  [
    'validates-at-once',
    'alter table listing add constraint c check (price > 0) not valid; alter table listing validate constraint c',
  ],
  ['unique-locks-table', 'alter table listing add constraint one unique (title)'],
  ['unique-locks-table', 'alter table listing add column code text unique'],
  ['unique-locks-table', 'alter table listing add primary key (id)'],
  ['drops-what-is-used', 'alter table listing drop column title'],
  ['drops-what-is-used', 'drop table listing'],
  ['drops-what-is-used', 'drop view shelf'],
  ['drops-what-is-used', 'drop function price_of(text)'],
  ['renames-what-is-used', 'alter table listing rename column title to name'],
  ['renames-what-is-used', 'alter table listing rename to offer'],
  ['renames-what-is-used', "alter type mood rename value 'a' to 'b'"],
  ['drops-default', 'alter table listing alter column title drop default'],
  ['many-rows-at-once', "update listing set title = ''"],
  ['many-rows-at-once', 'delete from listing where version = 1'],
  ['takes-whole-table', 'truncate listing'],
  ['takes-whole-table', 'lock table listing in exclusive mode'],
  ['takes-whole-table', 'vacuum full listing'],
  ['takes-whole-table', 'reindex table listing'],
  ['changes-others-writes', 'create trigger t before insert on listing for each row execute function f()'],
  ['changes-others-writes', "create or replace function f() returns int language sql as 'select 1'"],
  ['cannot-be-read', 'do $$ begin alter table listing drop column title; end $$'],
  ['cannot-be-read', 'alter table listing disable trigger all'],
  ['cannot-be-read', 'alter domain price add check (value > 0)'],
];

describe('a migration that would lock a table or break an older process is refused', () => {
  test.each(bad)('%s: %s', async (rule, text) => {
    expect(await rulesOf(text)).toEqual([rule]);
    // A reason lets it through, and nothing else does.
    const [first, ...rest] = text.split('; ');
    const reasoned = [
      ...(rest.length > 0 ? [first] : []),
      `-- allow ${rule}: seven rows, written by us alone\n${rest.at(-1) ?? first}`,
    ].join(';\n');
    expect(await rulesOf(reasoned)).toEqual([]);
    expect((await problemsIn('0999-try.sql', reasoned.replace(/: seven.*/, ': ok'))).join()).toContain(
      'says no reason',
    );
  });

  test.each([
    'create table wish (id text primary key, at timestamptz not null default now()); create index wish_by_time on wish (at); alter table wish add check (id <> $$a$$)',
    'alter table listing add column note text; alter table listing add column seen boolean not null default false',
    "alter table listing add column at timestamptz not null default now(); alter table listing add column more jsonb not null default '{}'",
    'alter table listing add constraint price_positive check (price > 0) not valid',
    'alter table listing validate constraint price_positive',
    'alter table listing add constraint one unique using index listing_x',
    'alter table listing alter column title drop not null; alter table listing alter column title set default $$x$$',
    `${bare}create index concurrently listing_by_x on listing (x)`,
    `${bare}drop index concurrently listing_by_x`,
    "create function f() returns int language sql as 'select 1'",
    "insert into game (slug, name) values ('x', 'X')",
  ])('lets through: %s', async (text) => expect(await rulesOf(text)).toEqual([]));

  test('names the file and the line of the statement itself, and what no rule needs', async () => {
    const text = '-- Why.\nalter table listing add column note text;\n\n-- Gone.\ndrop table wish;\n';
    expect(await problemsIn('0999-try.sql', text)).toEqual([
      expect.stringMatching(/^0999-try\.sql:5: drops-what-is-used: /),
    ]);
    expect(
      await problemsIn('0999-try.sql', '-- allow drops-what-is-used: because of something long\nselect 1'),
    ).toEqual(['0999-try.sql:2: -- allow drops-what-is-used lets nothing through: take it out']);
    expect(
      (await problemsIn('0999-try.sql', '-- allow everything: because of something long\nselect 1')).join(),
    ).toContain('names no rule');
    expect((await problemsIn('0999-try.sql', 'alter tabel listing')).join()).toContain('PostgreSQL cannot read it');
    expect((await problemsIn('0999-try.sql', `${bare}select 1; select 2`)).join()).toContain('one statement a file');
  });

  test('every migration since the baseline passes', async () => expect(await migrationProblems()).toEqual([]));
});
