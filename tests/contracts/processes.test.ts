import { describe, expect, test } from 'vitest';
import {
  finalStates,
  listingStates,
  listingTransitions,
  listingWaits,
} from '#features/listings/model/listing.process.ts';
import {
  offerStatuses,
  offerTransitions,
  offerWaits,
  reservationStates,
  reservationTransitions,
  reservationWaits,
} from '#features/offers/model/offer.process.ts';
import { orderStatuses, orderTimers, orderTransitions, orderWaits } from '#features/orders/model/order.process.ts';
import { purchaseStatuses, purchaseTransitions, purchaseWaits } from '#features/orders/purchase/purchase.process.ts';
import { recordFrom } from '#features/tiers/model/stripe-facts.ts';
import {
  finalSubscriptionStates,
  isOwing,
  stripeStatuses,
  subscriptionStates,
  subscriptionTransitions,
  subscriptionWaits,
} from '#features/tiers/model/subscription.process.ts';
import { storedTierFor } from '#features/tiers/model/tier.rules.ts';
import { wantStatuses, wantTransitions, wantWaits } from '#features/wanted/model/want.process.ts';
import { dayMs, hourMs } from '#kernel/time.ts';

interface Edge {
  verb: string;
  from: string | null;
  to: string;
  by: readonly string[];
}
interface Wait {
  verb: string;
  by: string;
  /** The clock alone sees to it, our own or Stripe's; where the clock is another process's, which wait of it. */
  alone: boolean;
  through?: [process: string, state: string];
}
interface Process {
  states: readonly string[];
  starts: readonly string[];
  finals: readonly string[];
  edges: Edge[];
  waits: Readonly<Record<string, Wait>>;
}

type Row = {
  verb: string;
  from: string | null | readonly (string | null)[];
  to: string;
  by: string | readonly string[];
};
const edgesOf = (rows: readonly Row[]): Edge[] =>
  rows.flatMap(({ verb, from, to, by }) =>
    [from].flat().map((one) => ({ verb, from: one as string | null, to, by: [by].flat() as string[] })),
  );
type Said = Readonly<Record<string, { verb: string; by: string; ends?: 'by itself' | 'by somebody' }>>;
/** An offer's waits say nothing of who sees to it: all of them end by themselves. */
const waitsOf = (said: Said, through: Readonly<Record<string, [string, string]>> = {}): Record<string, Wait> =>
  Object.fromEntries(
    Object.entries(said).map(([state, { verb, by, ends = 'by itself' }]) => [
      state,
      { verb, by, alone: ends === 'by itself', ...(through[state] && { through: through[state] }) },
    ]),
  );
const leftBy = (states: readonly string[], waits: object) => states.filter((state) => !(state in waits));

const processes: Readonly<Record<string, Process>> = {
  listing: {
    states: listingStates,
    starts: [],
    finals: finalStates,
    edges: edgesOf(listingTransitions),
    waits: waitsOf(listingWaits, { reserved: ['order', 'pending_payment'] }),
  },
  offer: {
    states: offerStatuses,
    starts: ['pending'],
    finals: leftBy(offerStatuses, offerWaits),
    edges: edgesOf(offerTransitions),
    waits: waitsOf(offerWaits),
  },
  promise: {
    states: reservationStates,
    starts: ['open'],
    finals: leftBy(reservationStates, reservationWaits),
    edges: edgesOf(reservationTransitions),
    waits: waitsOf(reservationWaits, { claimed: ['order', 'pending_payment'] }),
  },
  want: {
    states: wantStatuses,
    starts: ['open'],
    finals: leftBy(wantStatuses, wantWaits),
    edges: edgesOf(wantTransitions),
    waits: waitsOf(wantWaits),
  },
  order: {
    states: orderStatuses,
    starts: ['pending_payment'],
    finals: ['completed', 'canceled', 'refunded'],
    edges: edgesOf(orderTransitions),
    waits: waitsOf(orderWaits),
  },
  purchase: {
    states: purchaseStatuses,
    starts: ['open'],
    finals: ['paid', 'canceled'],
    edges: edgesOf(purchaseTransitions),
    waits: waitsOf(purchaseWaits),
  },
  subscription: {
    states: subscriptionStates,
    starts: ['none'],
    finals: finalSubscriptionStates,
    edges: edgesOf(subscriptionTransitions),
    waits: waitsOf(subscriptionWaits),
  },
};

/** What one process does to another: the only arrows between them. */
const across: readonly [from: [string, string], to: [string, string], what: string][] = [
  [['offer', 'accepted'], ['promise', 'open'], 'keeps the copy'],
  [['promise', 'open'], ['listing', 'reserved'], 'holds the last copy'],
  [['promise', 'claimed'], ['order', 'pending_payment'], 'is ordered'],
  [['order', 'pending_payment'], ['listing', 'reserved'], 'holds the last copy'],
  [['purchase', 'open'], ['order', 'pending_payment'], 'waits with each order'],
  [['purchase', 'paid'], ['order', 'paid'], 'pays each order'],
  [['purchase', 'canceled'], ['order', 'canceled'], 'cancels each order'],
  [['order', 'paid'], ['listing', 'sold'], 'sells the last copy'],
  [['order', 'paid'], ['promise', 'paid'], 'keeps the promise'],
  [['order', 'paid'], ['want', 'filled'], 'was the last copy'],
  [['order', 'canceled'], ['promise', 'open'], 'gives it back'],
  [['order', 'refunded'], ['want', 'open'], 'came to nothing'],
];

/**
 * Leads out of an end, on purpose: money that came late, a member who leaves the market, one who subscribes again, one
 * who still looks, a seller who restores what they deleted, and a purchase that came to nothing.
 */
const outOfEnds = [
  'listing forget',
  'listing restore',
  'order pay_late',
  'promise pay',
  'purchase pay_late',
  'subscription grant',
  'subscription subscribe',
  'want renew',
  'want reopen',
];

function reachedFrom(starts: readonly (string | null)[], edges: readonly Edge[]): Set<string> {
  const reached = new Set<string>(starts.filter((one) => one !== null));
  const from = new Set<string | null>(starts);
  for (const state of from)
    for (const edge of edges.filter((one) => one.from === state)) {
      reached.add(edge.to);
      from.add(edge.to);
    }
  return reached;
}

describe.each(Object.entries(processes))('[ST-13] [ST-14] the process of a %s', (name, {
  states,
  starts,
  finals,
  edges,
  waits,
}) => {
  test('every state is reached from its beginning, and no edge leads to or from another', () => {
    expect([...reachedFrom([null, ...starts], edges)].sort()).toEqual([...states].sort());
    expect(edges.filter(({ from }) => from !== null && !states.includes(from))).toEqual([]);
    const notified = edges.flatMap(({ verb, from, to, by }) => by.map((one) => `${verb} ${one} ${from} ${to}`));
    expect(notified.filter((one, at) => notified.indexOf(one) !== at)).toEqual([]);
  });

  test('what is not an end waits for something that the process has, and from there a way leads to an end', () => {
    expect(Object.keys(waits).sort()).toEqual(states.filter((state) => !finals.includes(state)).sort());
    for (const [state, { verb, by }] of Object.entries(waits)) {
      expect(
        edges.some((edge) => edge.from === state && edge.verb === verb && edge.by.includes(by)),
        `${state}: ${verb} by ${by}`,
      ).toBe(true);
      expect(
        [...reachedFrom([state], edges)].some((one) => finals.includes(one)),
        state,
      ).toBe(true);
    }
    const leaving = edges.filter(({ from }) => finals.includes(from ?? '')).map(({ verb }) => `${name} ${verb}`);
    expect(leaving.filter((one) => !outOfEnds.includes(one))).toEqual([]);
  });

  test('a wait that ends by itself is ended by a clock, its own or that of a wait which ends by itself', () => {
    for (const [state, { by, through }] of Object.entries(waits).filter(([, wait]) => wait.alone)) {
      const followed = through && processes[through[0]]?.waits[through[1]];
      expect(
        through ? followed?.alone && followed.by === 'timer' && !followed.through : by === 'timer' || by === 'stripe',
        state,
      ).toBe(true);
    }
  });
});

test('what one process does to another begins and ends at states that they have', () => {
  for (const [from, to] of across)
    for (const [name, state] of [from, to]) expect(processes[name]?.states, `${name} ${state}`).toContain(state);
});

test('[ST-15] what an order’s timers do is what ends its waits', () => {
  const byTimer = Object.entries(orderWaits).filter(([state, { by }]) => by === 'timer' && state !== 'pending_payment');
  expect(Object.fromEntries(byTimer.map(([state, { verb }]) => [state, verb]))).toEqual(
    Object.fromEntries(Object.entries(orderTimers).map(([state, { verb }]) => [state, verb])),
  );
});

test('[ST-03] [ST-07] a record made of what Stripe says gives premium in the states that are paid for, and no grant hides what is owed', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const later = (now.getTime() + dayMs) / 1000;
  const before = {
    userId: 'm',
    status: 'none',
    tier: 'free' as const,
    currentPlan: null,
    stripeSubscriptionId: null,
    stripeCustomerId: null,
  };
  const none = {
    ...before,
    startDate: null,
    endDate: null,
    renewalDate: null,
    cancelAtPeriodEnd: false,
    manuallyUpdated: false,
    updatedAt: now,
  };
  const gives = (status: string, isCancelled: boolean) => {
    const over = status === 'canceled' ? (now.getTime() - hourMs) / 1000 : null;
    const said = {
      id: 'sub_1',
      status,
      items: { data: [{ current_period_end: later }] },
      cancel_at_period_end: isCancelled,
      cancel_at: null,
    };
    const record = recordFrom(
      { ...said, start_date: 0, ended_at: over, canceled_at: over, customer: 'c' } as never,
      none,
      now,
    );
    return storedTierFor(record, now) === 'premium';
  };
  const paidFor = ['active', 'trialing', 'ending'];
  for (const [status, { state }] of Object.entries(stripeStatuses)) {
    expect(gives(status, false), status).toBe(paidFor.includes(state));
    if (paidFor.includes(state)) expect(gives(status, true), `${status}, cancelled`).toBe(true);
    // What a member can still cancel at once asks for money: just what a grant must not hide.
    const endsAtOnce = subscriptionTransitions.some(
      ({ verb, from, to }) => verb === 'cancel' && to === 'ended' && from.includes(state),
    );
    expect(isOwing(status), status).toBe(endsAtOnce);
  }
});

const id = (name: string, state: string) => `${name}_${state}`;
const words = (text: string) => text.replaceAll('_', ' ');

function picture(): string {
  const sections = Object.entries(processes).map(([name, { states, starts, finals, edges }]) => {
    const begins = starts.length > 0 || edges.some(({ from }) => from === null);
    const nodes = states.map((state) =>
      finals.includes(state) ? `${id(name, state)}(["${words(state)}"])` : `${id(name, state)}["${words(state)}"]`,
    );
    const arrows = new Map<string, string[]>();
    for (const { verb, from, to, by } of edges) {
      const key = `${from === null ? id(name, 'begins') : id(name, from)}>${id(name, to)}`;
      arrows.set(key, [...(arrows.get(key) ?? []), `${words(verb)}: ${by.join(', ')}`]);
    }
    const lines = [
      ...(begins ? [`${id(name, 'begins')}((" "))`] : []),
      ...nodes,
      ...starts.map((state) => `${id(name, 'begins')} --> ${id(name, state)}`),
      ...[...arrows].map(([key, said]) => `${key.replace('>', ` -- "${said.join('<br>')}" --> `)}`),
    ];
    return `  subgraph ${name}["${name}"]\n    direction TB\n${lines.map((line) => `    ${line}`).join('\n')}\n  end`;
  });
  const bridges = across.map(([from, to, what]) => `  ${id(...from)} -. "${what}" .-> ${id(...to)}`);
  return ['flowchart LR', ...sections, ...bridges].join('\n');
}

function waitRows(): string {
  return Object.entries(processes)
    .flatMap(([name, { waits, states }]) =>
      states.flatMap((state) => {
        const wait = waits[state];
        if (!wait) return [];
        const sees = !wait.alone
          ? `somebody: ${wait.by}`
          : wait.through
            ? `by itself, with the ${wait.through.map(words).join(' that is ')}`
            : 'by itself';
        return [`| ${name} | ${words(state)} | ${words(wait.verb)} | ${sees} |`];
      }),
    )
    .join('\n');
}

const document = () => `# Processes

Made by \`vitest run tests/contracts/processes.test.ts -u\` from the features' \`*.process.ts\`; the same test holds the page to them, and proves that every state can be reached and every wait has an end.
An arrow says what is done and by whom; rounded states are ends, dotted arrows what one process does to another. What an accepted offer keeps for its buyer is a process beside the offer's, the promise.
A subscription is walked by Stripe: the record here says what Stripe says.

\`\`\`mermaid
${picture()}
\`\`\`

## What ends each wait

| process | waits as | until | who sees to it |
| --- | --- | --- | --- |
${waitRows()}
`;

test('docs/reference/processes.md is the picture of them all', async () => {
  await expect(document()).toMatchFileSnapshot('../../docs/reference/processes.md');
});
