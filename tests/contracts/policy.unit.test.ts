import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { market } from '#app/server/features.server.ts';
import type { Refusal } from '#kernel/refusal.ts';
import type { AnyPolicy, Caller, Rule } from '#platform/policy/policy.ts';
import { routeFiles } from './route-files.testing.ts';

const policies = market.parts.flatMap(({ name, policy }) => (policy ? [{ feature: name, policy }] : []));

const member = (id: string): Caller => ({ id, role: 'member' });
/** A suspended member has no session, and asks as a visitor: `abuse/access.test.ts` tries that over HTTP. */
const callers: [who: string, caller: Caller][] = [
  ['visitor, suspended', null],
  ['another member', member('other')],
  ['its owner or seller', member('owner')],
  ['its buyer', member('buyer')],
  ['an operator', { id: 'operator', role: 'admin' }],
];

/** What the rules of a noun may be asked about, by what it is to a reader. */
const things: Record<string, Record<string, unknown>> = {
  'a listing': {
    'a published one': { sellerId: 'owner', publishedAt: new Date(0), isShown: true, shownTo: [], operators: null },
    'an unpublished one': { sellerId: 'owner', publishedAt: null, isShown: false, shownTo: [], operators: null },
  },
  'an order': { '': { sellerId: 'owner', buyerId: 'buyer' } },
  payouts: { '': { sellerId: 'owner' } },
  'an offer': {
    'one that its buyer made': { sellerId: 'owner', buyerId: 'buyer', madeBy: 'buyer' },
    'one that its seller made': { sellerId: 'owner', buyerId: 'buyer', madeBy: 'seller' },
  },
  'a wanted post': { '': { ownerId: 'owner' } },
  'a want list': {
    'a public one': { ownerId: 'owner', isPublic: true },
    'a private one': { ownerId: 'owner', isPublic: false },
  },
  'an address': { '': { memberId: 'owner' } },
  'a saved search': { '': { ownerId: 'owner', memberId: 'owner' } },
  'a review': { 'of the owner': { sellerId: 'owner', buyerId: 'buyer', memberId: 'owner' } },
  'a conversation': { '': { firstId: 'owner', secondId: 'the other one' } },
  'an import of stock': { '': { sellerId: 'owner' } },
  'a change of many listings': { '': { sellerId: 'owner' } },
  'a decision': { '': { memberId: 'owner' } },
  'who sells': { '': { memberId: 'owner' } },
  notifications: { '': { userId: 'owner' } },
  'the ways in': {
    'a member’s': { userId: 'owner', role: 'member' },
    'an operator’s': { userId: 'owner', role: 'admin' },
  },
  'a subscription': { '': { userId: 'owner', subscriptionId: 'sub_1', ownId: 'sub_1' } },
  'the market': {
    'a member’s': { role: 'member', buyerId: 'buyer', sellerId: 'owner', authorId: 'buyer', memberId: 'owner' },
    'an operator’s': { role: 'admin', buyerId: 'operator', sellerId: 'owner', authorId: 'operator', memberId: 'owner' },
  },
};

const cell = (answer: true | Refusal) => (answer === true ? 'yes' : `${answer.status} ${answer.message}`);

function tableOf({ noun, rules, may }: AnyPolicy): string {
  const kinds = callers.filter(([who]) => ['an order', 'an offer'].includes(noun) || who !== 'its buyer');
  const rows = Object.entries<Rule<unknown>>(rules).flatMap(([verb, rule]) => {
    const about = rule.of ? Object.entries(things[noun] ?? {}) : [['', undefined] as const];
    expect(about.length, `${noun}: something for "${verb}" to be asked about`).toBeGreaterThan(0);
    const answers = about.map(([what, thing]) => ({
      what,
      cells: kinds.map(([, caller]) => cell(may(caller, verb, thing))),
    }));
    // What differs between the things is said of each.
    const differs = new Set(answers.map(({ cells }) => cells.join())).size > 1;
    return answers
      .slice(0, differs ? undefined : 1)
      .map(({ what, cells }) => [
        differs ? `${verb}: ${what}` : verb,
        rule.by,
        ...cells,
        [rule.stepUp, rule.verifiedEmail && 'a confirmed address'].filter(Boolean).join(', '),
        rule.at.map((edge) => `\`${edge}\`${rule.tier?.includes(edge) ? ' (tier)' : ''}`).join(', '),
      ]);
  });
  const names = ['verb', 'who may', ...kinds.map(([who]) => who), 'asks to confirm', 'asked at'];
  return [names, names.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const document = () => `# Who may what

Generated from the features' \`*.policy.ts\` by \`vitest run tests/contracts/policy.unit.test.ts -u\`; a test holds the two together, and \`tests/security/requests/access.test.ts\` compares each operation's answers
over HTTP with it. How it works: [ADR 018](../adr/018-policies-as-data.md).

\`yes\` means: by who asks. What the state of a thing, a limit or a tier allows is asked after that. A suspended member has no session and is a visitor. *asks to confirm*: this session must have
shown within ten minutes who is at the keyboard, else 403 \`step_up_required\`. In production an operator must also have shown a second factor.
*a confirmed address*: with \`REQUIRE_VERIFIED_EMAIL\` (on by default in production) the member must have confirmed their e-mail address, else 403 \`email_unverified\`.
*(tier)* behind an edge: a tier that does not have it gets 403 \`tier_limit\`, always or where more is asked for than every tier has; \`tests/security/operations/premium.test.ts\` asks each as a visitor, a free and a lapsed member.

${policies.map(({ feature, policy }) => `## ${feature}: ${policy.noun}\n\n${tableOf(policy)}`).join('\n\n')}
`;

test('docs/reference/permissions.md says for every verb and every kind of caller what the answer is', async () => {
  await expect(document()).toMatchFileSnapshot('../../docs/reference/permissions.md');
});

test('without a loaded thing the minimum role alone decides', () => {
  for (const { policy } of policies) {
    for (const [verb, { needs, of }] of Object.entries<Rule<unknown>>(policy.rules)) {
      const [visitor, someone] = [policy.may(null, verb), policy.may(member('other'), verb)];
      expect(visitor === true, `${policy.noun}: ${verb}`).toBe(needs === 'anybody');
      expect(someone === true, `${policy.noun}: ${verb}`).toBe(needs !== 'operator');
      if (visitor !== true) expect([visitor.status, visitor.code]).toEqual([401, 'not_signed_in']);
      if (of) expect(policy.noun in things, `${policy.noun} has something to be asked about`).toBe(true);
    }
  }
});

describe('pages', () => {
  const source = join(import.meta.dirname, '../../src');
  /** Each page with the verbs that its loader and action ask by. */
  const asking = routeFiles.flatMap(([path, file]) => {
    const text = readFileSync(join(source, file), 'utf8');
    return [
      ...text.matchAll(/\b(?:require(?:Page\w+|Confirmed)\(args,(?: \w+,)?|orderPolicy\.may\(actor,) '([^']+)'/g),
    ].map(([, verb]) => ({
      path,
      verb,
    }));
  });
  const ruled = [...market.edges].flatMap(([edge, { verb }]) =>
    edge.startsWith('page ') ? [{ path: edge.slice(5), verb }] : [],
  );

  test('each page that asks does so by the rule that names it, and each rule that names a page is asked there', () => {
    expect(asking.length).toBeGreaterThan(30);
    const wrong = asking.filter(({ path, verb }) => market.edges.get(`page ${path}`)?.verb !== verb);
    // An index page stands at its frame's address and asks by the frame's rule or by one of its own.
    expect(
      wrong.filter(({ path, verb }) => !ruled.some((rule) => rule.path.startsWith(path) && rule.verb === verb)),
    ).toEqual([]);
    expect(ruled.filter(({ path, verb }) => !asking.some((page) => page.path === path && page.verb === verb))).toEqual(
      [],
    );
  });

  test('each live query has its rule', () => {
    const live = [...market.edges.keys()].filter((edge) => edge.startsWith('live ')).map((edge) => edge.slice(5));
    expect(live.sort()).toEqual(Object.keys(market.channels).sort());
  });
});
