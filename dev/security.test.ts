import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { asvsLevels } from './asvs.ts';
import { readRegisters, registerProblems } from './register.ts';

const root = join(import.meta.dirname, '..');
const sources = globSync('src/**/*.{ts,tsx}', { cwd: root })
  .filter((path) => !/(\.|\/)(test|testing)\.tsx?$|^src\/testing\//.test(path))
  .sort()
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
const filesWith = (words: RegExp) => sources.filter(({ text }) => words.test(text)).map(({ path }) => path);

test('every requirement of the standard of levels 1 and 2 has its row, and whatever a row says that is not so is named', () => {
  expect([asvsLevels.size, [...asvsLevels.values()].filter((level) => level === 1).length]).toEqual([253, 70]);
  expect(registerProblems(root)).toEqual([]);
  const { security, faults } = readRegisters(root);
  const rowOf = (id: string) => security.split('\n').find((line) => line.startsWith(`| ${id} |`)) ?? '';
  const changed = (id: string, row: string) =>
    registerProblems(root, { security: security.replace(rowOf(id), row), faults });
  expect(changed('1.2.4*', '')).toEqual([
    '1.2.4: has no row',
    expect.stringContaining('its head must say “252 requirements'),
  ]);
  expect(changed('1.2.4*', rowOf('1.2.4*').replace('1.2.4*', '1.2.4'))).toEqual([
    '1.2.4: level 2, the standard says 1',
  ]);
  expect(changed('17.1.1', rowOf('17.1.1').replace('n/a', 'met'))).toEqual([
    expect.stringMatching(/its head must say “253 requirements: \d+ met/),
    '17.1.1: met, and the row names neither code nor a test',
  ]);
  expect(
    changed('2.3.3', '| 2.3.3 | whole | met | `src/nowhere.ts` | `dev/nowhere.test.ts`<br>`dev/asvs.ts` |'),
  ).toEqual([
    '2.3.3: there is no file src/nowhere.ts',
    '2.3.3: there is no file dev/nowhere.test.ts',
    '2.3.3: dev/asvs.ts has no test',
  ]);
  const titled = rowOf('1.2.5*');
  const file = 'dev/security.test.ts';
  expect(titled).toContain(`\`${file} › `);
  expect(changed('1.2.5*', titled.replace(`\`${file} › `, `\`${file} › gone: `))).toEqual([
    expect.stringMatching(`^1\\.2\\.5: ${file} has no test “gone: `),
  ]);
  const without = registerProblems(root, {
    security,
    faults: faults.replace(/^\| M5 .*$/m, '| M5 | jobs | none |').replace(/^\| A29 .*$/m, ''),
  });
  expect(without).toEqual([expect.stringContaining('they must be M1 to M16 and A1 to A29'), 'M5: names no test']);
});

test('requests to others leave from these files alone', () => {
  // An address that begins with a slash is our own, asked for by a page.
  expect(filesWith(/[^.\w]fetch\((?!\s*['"`]\/)/)).toEqual([
    // A navigation of the visitor's own browser.
    'src/app/offline/worker-text.ts',
    // The photos of an import's drafts, at the API of photos.
    'src/features/imports/components/draft-photos.tsx',
    // Paths that the form's file makes.
    'src/features/listings/components/create/api.ts',
    // `pricesAddress`, a path of the API.
    'src/features/prices/components/kind-prices.tsx',
    // Calls of this market's API by its pages.
    'src/platform/http/requests/call-with-token.ts',
    'src/platform/identity/providers/openid-provider.ts',
    // Google's own photo hosts alone.
    'src/platform/identity/providers/provider-photo.ts',
    // The stand-in for Stripe speaks to this market.
    'src/platform/payments/sandbox/courier.ts',
    // The APIs of suggestions and of the card search.
    'src/ui/form/typed-search.ts',
  ]);
  expect(
    filesWith(/from 'node:(https|http2|dgram)'|from 'undici'|\b(https?|net|tls)\.(request|get|connect)\(/),
  ).toEqual([
    // The device's own push service, at the address that the device gave: `push-address.ts` says which may be asked.
    'src/platform/push/send-push.ts',
    // The scanner of files, at the address that the setting names.
    'src/platform/scan/clamd.ts',
  ]);
  expect(filesWith(/\bnew Stripe\(/)).toEqual(['src/platform/payments/stripe.ts']);
  expect(filesWith(/\bcreateTransport\(/)).toEqual(['src/platform/mail/mailer.ts']);
  expect(filesWith(/\bS3Client\(/)).toEqual(['src/platform/storage/s3-store.ts']);
  expect(filesWith(/\bnew Redis\(/)).toEqual([
    'src/platform/limits/redis-counters.ts',
    'src/platform/pubsub/redis-pubsub.ts',
  ]);
});

test('programs are started in these places and by no shell', () => {
  // The database's own server, the processes that decode pictures and run jobs, and the one that loads the catalogue.
  const starters =
    /^src\/(platform\/(db|pictures)\/|platform\/jobs\/worker-process\.ts$|app\/server\/prepare\.server\.ts$)/;
  expect(filesWith(/node:child_process/).filter((path) => !starters.test(path))).toEqual([]);
  expect(filesWith(/shell: |\bexec(Sync)?\((?!\w+\))['"`]/)).toEqual([]);
});

test('nothing makes code of text', () => {
  expect(filesWith(/\beval\(|\bnew Function\(|node:vm|set(Timeout|Interval)\(\s*['"`]/)).toEqual([]);
});

test('markup is set as text of our own in these files alone', () => {
  expect(filesWith(/dangerouslySetInnerHTML|innerHTML|insertAdjacentHTML|document\.write/)).toEqual([
    'src/app/offline/offline-page.tsx',
    'src/root.tsx',
    // A constant script that hides a closed announcement before the first paint.
    'src/ui/feedback/announcement.tsx',
  ]);
});

test('chance that matters comes from the secure source', () => {
  // Pauses before a page comes back.
  expect(filesWith(/Math\.random/)).toEqual([
    'src/platform/realtime/client/client.ts',
    'src/platform/realtime/client/live-page.ts',
  ]);
});

test('hashes and ciphers are SHA-256, AES-256-GCM and Argon2id alone', () => {
  // The list of leaked passwords is other people's, and SHA-1 is how they look one up in it; nothing is kept under it.
  const others = 'src/features/auth/passwords/leaked-passwords.server.ts';
  const named = sources.flatMap(({ path, text }) => [
    ...(path === others ? '' : text).matchAll(
      /\b(?:create(?:Hash|Hmac|Cipheriv|Decipheriv)|hkdfSync|hash|argon2\w*)\(\s*'([\w-]+)'/g,
    ),
  ]);
  expect([...new Set(named.map(([, name]) => name))].sort()).toEqual(['aes-256-gcm', 'argon2id', 'sha256']);
  // What authenticator apps ask for, inside HMAC.
  expect(filesWith(/['"]SHA-?1['"]/i)).toEqual([others, 'src/platform/identity/second-factor/one-time-codes.ts']);
});

test('no certificate goes unchecked', () => {
  expect(filesWith(/rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity|tlsAllowInvalid/)).toEqual([]);
});
