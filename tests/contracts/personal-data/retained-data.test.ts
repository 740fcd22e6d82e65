import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { market } from '#app/server/features.server.ts';
import { tagOf } from '#platform/personal-data/personal-data.ts';
import { personalTables } from '#platform/personal-data/retained-data.ts';

/** Stand-ins of other companies in the sandbox, whose page warns against entering real data. */
const standIns = /^sandbox_/;
const notes = market.parts.flatMap(({ retention = [] }) => retention);

test('each table with personal data is on the privacy page, once', () => {
  const notified = notes.flatMap(({ tables }) => tables);
  expect(
    personalTables(market.personalData).filter((table) => !standIns.test(table) && !notified.includes(table)),
  ).toEqual([]);
  expect(notified.filter((table, at) => notified.indexOf(table) !== at || !(table in market.personalData))).toEqual([]);
});

test('where something stays after its member has gone the page says why, and nowhere else', () => {
  for (const { title, stays, tables } of notes) {
    const keeps = tables.some((table) =>
      Object.values(market.personalData[table]?.columns ?? {}).some((rule) => tagOf(rule) === 'kept'),
    );
    expect([title, stays !== undefined]).toEqual([title, keeps]);
  }
});

test('each cookie of the market is named on the privacy page', () => {
  const page = readFileSync('src/app/pages/legal/privacy-policy.tsx', 'utf8');
  const grep = (...words: string[]) => execFileSync('grep', words, { encoding: 'utf8' }).trim().split('\n');
  const files = grep(
    '-rliE',
    'cookie|max-age',
    'src',
    '--include=*.ts',
    '--exclude=*.test.ts',
    '--exclude-dir=testing',
  );
  const names = new Set(
    grep('-hoE', "'(__Host-)?sleeved_[a-z_]+'", ...files).map((quoted) => quoted.replaceAll(/'|__Host-/g, '')),
  );
  expect(names.size).toBeGreaterThan(6);
  expect([...names].filter((name) => !page.includes(name))).toEqual([]);
});
