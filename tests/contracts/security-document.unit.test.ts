import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { market } from '#app/server/features.server.ts';
import { fact, reserved, type SecurityKind } from '#platform/security-log/security-kind.ts';

const kinds: SecurityKind[] = market.parts.flatMap(({ securityKinds = [] }) => securityKinds);

const row = ({ name, says, outcomes, facts, watch }: SecurityKind) =>
  `| \`${name}\` | ${says} | ${outcomes.join(', ')} | ${Object.keys(facts)
    .map((one) => `\`${one}\``)
    .join(', ')} | ${watch ?? ''} |`;

const document = () => `# The security log

Generated from the features' \`*.security.ts\` by \`vitest run tests/contracts/security-document.unit.test.ts -u\`; a test holds the two together. Why it is as it is: [ADR 026](../adr/026-security-log.md). What to be woken
for: [operate.md](../operate.md#the-security-log).

Its lines are among those of the common log, on standard error, one JSON object each, at every \`LOG_LEVEL\` but \`silent\`; they have \`"log":"security"\` and no \`level\`. \`jq -c 'select(.log=="security")'\` takes
them out. A kind's name stays; facts may be added. \`/metrics\` counts them: \`sleeved_security_events_total{kind,outcome}\`.

| every line | |
| --- | --- |
| \`at\` | when, RFC 3339 in UTC, by the machine's clock |
| \`kind\`, \`outcome\` | what, and how it ended: \`done\`, \`asked\` (more has to be shown first), \`refused\`, \`failed\` (by a fault of ours, which the common log has under the same \`request\`) |
| \`code\` | of a refusal, as the answer said it |
| \`actor\` | id of the member who asks; absent for a visitor, and for the command line |
| \`member\` | id of the member whom it concerns, where that is known |
| \`account\` | the e-mail that was given, as a keyed hash of 16 letters: the same account has the same one |
| \`client\` | the network that it came from, an IPv4 address or an IPv6 /64 as limits count it, as a keyed hash likewise; absent where nobody knows it |
| \`request\` | id of the request, which the answer carried as \`X-Request-Id\`; of a live connection one for its whole life |

Both hashes are keyed with AUTH_SECRET: they are the same in all processes, and others once it has been changed. Where an address has to be blocked, the proxy's own log has it beside the request's id.

| kind | means | outcomes | facts | look when |
| --- | --- | --- | --- | --- |
${kinds.map(row).join('\n')}
`;

test('docs/reference/security-log.md lists every line that a feature writes', async () => {
  await expect(document()).toMatchFileSnapshot('../../docs/reference/security-log.md');
});

test('no two kinds share a name, and what an admin should watch exists', () => {
  const names = kinds.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const guide = readFileSync(join(import.meta.dirname, '../../docs/operate.md'), 'utf8');
  const section = /^## The security log$([\s\S]*?)^## /m.exec(guide)?.[1] ?? '';
  const watched = [...section.matchAll(/kind="([^"]+)"/g)].map(([, name]) => name);
  expect(watched.length).toBeGreaterThan(8);
  expect(watched.filter((name) => !names.includes(name ?? ''))).toEqual([]);
});

test('no fact of any kind takes an address, a token, a hash, a code or the number of a card', () => {
  const secrets = [
    'ann@example.test',
    '203.0.113.7',
    '2001:db8::7',
    'k3vQ9-2mXb_7dLr0pTz5wYc8',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl',
    '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA',
    'whsec_0123456789abcdef',
    'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    'b0a1c2d3e4f5a6b7c8d9e0f1a2b3c4d5e6f7a8b9',
    '4242424242424242',
    '123456',
    4_242_424_242_424_242,
    123_456,
    { email: 'ann@example.test' },
    ['ann@example.test'],
  ];
  for (const { name, facts } of kinds)
    for (const [key, schema] of Object.entries(facts)) {
      expect(reserved, `${name}: ${key}`).not.toContain(key);
      for (const secret of secrets)
        expect(schema.safeParse(secret).success, `${name}: ${key} takes ${String(secret)}`).toBe(false);
    }
  expect(fact.id.safeParse('0123456789abcdefghjk').success).toBe(true);
});
