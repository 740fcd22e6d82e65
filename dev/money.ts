import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/**
 * The long proofs of money, by hand: `npm run money-model -- --histories 10000 --seed 1 --http`,
 * `npm run money-kills -- --rounds 200`, `npm run money-year -- --sellers 50 --orders 5000`. Each is a test with other
 * numbers; short ones are part of `npm test`.
 */
const { values, positionals } = parseArgs({
  options: {
    histories: { type: 'string' },
    seed: { type: 'string' },
    http: { type: 'boolean' },
    rounds: { type: 'string' },
    sellers: { type: 'string' },
    orders: { type: 'string', default: '5000' },
  },
  allowPositionals: true,
});

const given = Object.entries({ ...values, http: values.http ? '1' : undefined }).flatMap(([name, value]) =>
  value === undefined ? [] : [[`MONEY_${name.toUpperCase()}`, String(value)]],
);
const folder = `tests/models/money-${positionals[0]}`;
const { status } = spawnSync(join(import.meta.dirname, '../node_modules/.bin/vitest'), ['run', folder], {
  stdio: 'inherit',
  env: { ...process.env, NODE_ENV: 'test', ...Object.fromEntries(given) },
});
process.exit(status ?? 1);
