import { quantile } from '../lib/statistics.ts';
import { table } from '../lib/table.ts';
import type { Shop } from './buyers.ts';

export const kinds = ['process', 'database', 'both'] as const;
export type Kind = (typeof kinds)[number];

export interface Kill {
  kind: Kind;
  /** Milliseconds until a buyer who started after the kill had bought. */
  recoveryMs: number;
  /** Requests that were under way when it came. */
  underWay: number;
}

/** How it stands, in a line. */
export const summary = (shop: Shop, problems: string[]) =>
  `${shop.orders().length} orders acknowledged, ${shop.paid().length} of them paid, ${problems.length} problems`;

interface Report {
  kills: Kill[];
  shop: Shop;
  problems: string[];
  seconds: number;
  say(line: string): void;
}

/** A row for each kind that was killed: how long it took until all was well. */
const killRows = (kills: readonly Kill[]) =>
  kinds.flatMap((kind) => {
    const of = kills.filter((kill) => kill.kind === kind);
    const cut = of.reduce((sum, kill) => sum + kill.underWay, 0);
    return of.length === 0
      ? []
      : [[kind, String(of.length), ...spanOf(of.map((kill) => kill.recoveryMs)), String(cut)]];
  });

const head = (what: string) => [what, 'times', 'median', 'p95', 'worst', 'requests under way'];

export const killTable = (what: string, kills: readonly Kill[]) => table(head(what), killRows(kills));

/** Prints the table, and sets the exit code where there are problems. */
export function report({ kills, shop, problems, seconds, say }: Report): void {
  const waits = [
    [
      'paid on the page → paid in the books',
      String(shop.paid().length),
      ...spanOf(shop.paid().map((each) => each.waitedMs)),
      '',
    ],
  ];
  const since = [
    [
      '… counted from the last restart',
      String(shop.paid().length),
      ...spanOf(shop.paid().map((each) => each.sinceBackMs)),
      '',
    ],
  ];
  say(`\n${table(head('killed, until people buy again'), [...killRows(kills), ...waits, ...since])}`);
  say(
    `\n${summary(shop, problems)}; ${shop.listings().length} listings acknowledged; ${shop.failures()} requests without an answer, asked again. Took ${seconds} s.`,
  );
  for (const problem of problems.slice(0, 20)) say(`  ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}

function spanOf(all: number[]): string[] {
  return [0.5, 0.95, 1].map((share) => `${(quantile(all, share) / 1_000).toFixed(1)} s`);
}
