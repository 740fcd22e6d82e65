import { expect, test } from 'vitest';
import { appLimits } from '#app/app.limits.ts';
import { features } from '#app/server/features.server.ts';
import { newSellerSteps } from '#features/listings/contract.ts';
import { formatMoney } from '#kernel/numbers/money.ts';
import { dayMs, hourMs, minuteMs } from '#kernel/time.ts';
import { httpLimits, httpQuotas } from '#platform/http/http.limits.ts';
import { identityLimits } from '#platform/identity/identity.limits.ts';
import type { Limit } from '#platform/limits/limits.ts';
import type { Quota } from '#platform/limits/quotas.ts';

const limits: Limit[] = [
  ...Object.values(httpLimits),
  ...Object.values(identityLimits),
  ...features.flatMap((feature) => feature.limits ?? []),
  ...Object.values(appLimits),
];

const quotas: Quota[] = [...Object.values(httpQuotas), ...features.flatMap((feature) => feature.quotas ?? [])];

const span = (ms: number) =>
  ms % dayMs === 0 ? `${ms / dayMs} d` : ms % hourMs === 0 ? `${ms / hourMs} h` : `${ms / minuteMs} min`;
const row = ({ name, points, windowMs, per, counts, sentence, otherwise, guards }: Limit) =>
  `| ${name} | ${counts} | ${per} | ${points} in ${span(windowMs)} | ${sentence === null ? otherwise : `429 “${sentence.replace('{when}', 'in N minutes')}”`} | ${guards} |`;

const quotaRow = ({ name, counts, per, most, unit, status, sentence, freed }: Quota) =>
  `| ${name} | ${counts} | ${per} | ${most.toLocaleString('en')}${unit && ` ${unit}`} | ${status} “${sentence}” | ${freed} |`;

const document = () => `# Limits

Generated from the features' \`*.limits.ts\` by \`vitest run -u tests/contracts/limits-document.unit.test.ts\`; a test holds the two together. How they are counted: [ADR 019](../adr/019-limits-as-data.md).

A 429 carries \`Retry-After\`. \`entry\` decides who gets in: counted in PostgreSQL alone, and refused (503) while that is away. \`load\` spares what all need: counted in Redis where
\`REDIS_URL\` is set; while Redis is away it is counted in PostgreSQL and nobody is refused for that. A network is an IPv4 address or an IPv6 /64; this
machine itself is none, nor is anybody's while a proxy stands before the market that \`TRUSTED_PROXIES\` does not name.

| limit | what is counted | per | how many | who is over it | guards |
| --- | --- | --- | --- | --- | --- |
${limits.map(row).join('\n')}

## Quotas
How much one may hold at once. There is no window: it is counted from what there is (files before the body of the request is read), and what is given up is free again at once.

| quota | what is counted | per | at most | who is over it | what frees it |
| --- | --- | --- | --- | --- | --- |
${quotas.map(quotaRow).join('\n')}

## New sellers
What the copies that a seller with a free account has for sale may be worth together, until so many different buyers have received an order, where \`NEW_SELLER_LIMITS\` is on (it is off by default); the page \`/new-sellers\` says the same. Premium has no limit. Counted under the lock of the
seller's shelf whenever something goes up for sale, and when what is for sale becomes dearer or more. Over it: 403 \`new_seller_limit\`. Other currencies count by the reference rates of the search.

| until so many buyers | worth |
| --- | --- |
${newSellerSteps.map(({ below, value }) => `| ${below} | ${formatMoney({ amount: value, currency: 'USD' })} |`).join('\n')}
`;

test('docs/reference/limits.md lists every limit that a feature declares', async () => {
  await expect(document()).toMatchFileSnapshot('../../docs/reference/limits.md');
});

test('no two limits or quotas share a name, and each says what becomes of who is over it', () => {
  const names = [...limits, ...quotas].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(quotas.filter(({ sentence, freed }) => !sentence || !freed)).toEqual([]);
  for (const { name, sentence, otherwise } of limits) expect(sentence ?? otherwise, name).toBeTruthy();
});
