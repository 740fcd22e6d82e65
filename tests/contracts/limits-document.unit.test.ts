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
import { paymentsLimits } from '#platform/payments/rate-limit/payments.limits.ts';

const limits: Limit[] = [
  ...Object.values(httpLimits),
  ...Object.values(identityLimits),
  ...Object.values(paymentsLimits),
  ...features.flatMap((feature) => feature.limits ?? []),
  ...Object.values(appLimits),
];

const quotas: Quota[] = [...Object.values(httpQuotas), ...features.flatMap((feature) => feature.quotas ?? [])];

const span = (ms: number) =>
  ms % dayMs === 0
    ? `${ms / dayMs} d`
    : ms % hourMs === 0
      ? `${ms / hourMs} h`
      : ms % minuteMs === 0
        ? `${ms / minuteMs} min`
        : `${ms / 1_000} s`;
const row = ({ name, points, windowMs, per, counts, sentence, otherwise, guards }: Limit) =>
  `| ${name} | ${counts} | ${per} | ${points} in ${span(windowMs)} | ${sentence === null ? otherwise : `429 “${sentence.replace('{when}', 'in N minutes')}”`} | ${guards} |`;

const quotaRow = ({ name, counts, per, most, unit, status, sentence, freed }: Quota) =>
  `| ${name} | ${counts} | ${per} | ${most.toLocaleString('en')}${unit && ` ${unit}`} | ${status} “${sentence}” | ${freed} |`;

const document = () => `# Limits

Generated from the features' \`*.limits.ts\` by \`vitest run -u tests/contracts/limits-document.unit.test.ts\`; a test holds the two together. How they are counted: [ADR 019](../adr/019-limits-as-data.md).

A 429 has \`Retry-After\`. \`entry\` limits protect access: counted in PostgreSQL only, and refused (503) while it is unavailable. \`load\` limits protect shared resources: counted in Redis where
\`REDIS_URL\` is set, and in PostgreSQL while Redis is unavailable. A network is an IPv4 address or an IPv6 /64. Loopback is not a network, nor is a
proxy that \`TRUSTED_PROXIES\` does not name.

| limit | what is counted | per | how many | who is over it | guards |
| --- | --- | --- | --- | --- | --- |
${limits.map(row).join('\n')}

## Quotas
How much one subject may have at once. There is no time window: existing records are counted (files before the body of the request is read), and a deleted one is free immediately.

| quota | what is counted | per | at most | who is over it | what frees it |
| --- | --- | --- | --- | --- | --- |
${quotas.map(quotaRow).join('\n')}

## New sellers
With \`NEW_SELLER_LIMITS\` (off by default) the total value of a free seller's copies for sale is limited until enough different buyers have received an order (see \`/new-sellers\`). Premium has no limit. Checked under the lock of the
seller's listings when a listing is published or its value rises. Over the limit: 403 \`new_seller_limit\`. Other currencies count at the reference rates of the search.

| until this number of buyers | highest value |
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
