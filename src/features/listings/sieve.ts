import type { Chains } from './chains.ts';

/**
 * A condition on places of the columns, or on issues by their numbers. `pass` writes those of the first `n` that fit into `into`, in their order, and says how many; `into` may be `places` itself. Conditions work on some thousands
 * of places at a time, so that what passes from one to the next stays near the processor and nothing is made anew for a million. Where what fits stands in chains, `source` says so: then only that is looked at.
 */
export interface Sieve {
  pass(places: Int32Array, n: number, into: Int32Array): number;
  /** The same of those that do not fit, where that is no more work. */
  passOthers?(places: Int32Array, n: number, into: Int32Array): number;
  source(): Source | null;
}

/** Where everything that fits stands, and more: `most` places at most, each given at least once. */
export interface Source {
  most: number;
  each(give: (place: number) => void): void;
  /** What is still to be asked of what it gives, where that is less than the whole condition. */
  rest?: Sieve;
}

type Column = Uint8Array | Uint16Array | Int32Array;

/** Places that a condition is asked of at once, at most. */
export const atATime = 4_096;

/** A table over a column's values, with the chains of those where there are any. */
interface Marked {
  column: Column;
  table: Uint8Array;
  chains?: Chains;
}

/** Those whose value the table marks; what the table does not reach it does not mark. */
export function byTable(marked: Marked): Sieve {
  const { column, table } = marked;
  if (!table.includes(1)) return none;
  return {
    source: () => sourceOf([marked]),
    pass: (places, n, into) => {
      let kept = 0;
      for (let i = 0; i < n; i++) {
        const at = places[i]!;
        if (table[column[at]!] === 1) into[kept++] = at;
      }
      return kept;
    },
    passOthers: (places, n, into) => {
      let kept = 0;
      for (let i = 0; i < n; i++) {
        const at = places[i]!;
        if (table[column[at]!] !== 1) into[kept++] = at;
      }
      return kept;
    },
  };
}

/** Those whose value is one of `from` to `to`, both included. */
export function byRange(column: Uint32Array, from: number, to: number): Sieve {
  return {
    source: () => null,
    pass: (places, n, into) => {
      let kept = 0;
      for (let i = 0; i < n; i++) {
        const at = places[i]!;
        const value = column[at]!;
        if (value >= from && value <= to) into[kept++] = at;
      }
      return kept;
    },
  };
}

/** Those whose first value is marked, or else the second or the third; the latter two not of what `except` marks. One walk, where an or of three would be seven. */
export function byAnyTable(first: Marked, second: Marked, third: Marked, except: Marked | null = null): Sieve {
  const others = [second, third].filter(({ table }) => table.includes(1));
  if (others.length === 0) return byTable(first);
  const { column: a, table: markedA } = first;
  const { column: b, table: markedB } = second;
  const { column: c, table: markedC } = third;
  return {
    source: () => sourceOf([first, ...others]),
    pass: (places, n, into) => {
      let kept = 0;
      for (let i = 0; i < n; i++) {
        const at = places[i]!;
        const fits =
          markedA[a[at]!] === 1 || ((markedB[b[at]!] === 1 || markedC[c[at]!] === 1) && (except === null || except.table[except.column[at]!] !== 1));
        if (fits) into[kept++] = at;
      }
      return kept;
    },
  };
}

/** Those that are named. */
export function byPlaces(named: ReadonlySet<number>): Sieve {
  return {
    source: () => ({ most: named.size, each: (give) => each(named, give) }),
    pass: (places, n, into) => {
      let kept = 0;
      for (let i = 0; i < n; i++) if (named.has(places[i]!)) into[kept++] = places[i]!;
      return kept;
    },
  };
}

function each(places: Iterable<number>, give: (place: number) => void): void {
  for (const place of places) give(place);
}

/** Everything fits. */
export const all: Sieve = {
  source: () => null,
  pass: (places, n, into) => {
    if (into !== places) for (let i = 0; i < n; i++) into[i] = places[i]!;
    return n;
  },
};

/** Nothing fits, whatever is asked. */
export const none: Sieve = { source: () => ({ most: 0, each: () => {} }), pass: () => 0 };

function sourceOf(marked: readonly Marked[]): Source | null {
  const chained = marked.flatMap(({ table, chains }) => (chains ? [{ table, chains }] : []));
  if (chained.length < marked.length) return null;
  return {
    most: chained.reduce((sum, { table, chains }) => sum + chains.countOf(table), 0),
    each: (give) => {
      for (const { table, chains } of chained) {
        for (let value = table.indexOf(1); value !== -1; value = table.indexOf(1, value + 1)) {
          for (let place = chains.first(value); place !== -1; place = chains.next(place)) give(place);
        }
      }
    },
  };
}

/** Whichever has let the least through so far comes first: of a million places most then meet one condition, in whatever order they were typed. */
export function allOf(sieves: readonly Sieve[]): Sieve {
  if (sieves.includes(none)) return none;
  if (sieves.length === 0) return all;
  const [only] = sieves;
  if (only && sieves.length === 1) return only;
  const known = sieves.map((sieve) => ({ sieve, met: 1, kept: 1 }));
  return {
    // Of all that must be met the one that the fewest can meet.
    source: () => {
      let least: Source | null = null;
      for (const sieve of sieves) {
        const source = sieve.source();
        if (source === null || (least && source.most >= least.most)) continue;
        const { rest } = source;
        least = rest ? { ...source, rest: allOf(sieves.flatMap((each) => (each === sieve ? (rest === all ? [] : [rest]) : [each]))) } : source;
      }
      return least;
    },
    pass: (places, n, into) => {
      let left = n;
      let from = places;
      for (const each of known) {
        const kept = each.sieve.pass(from, left, into);
        each.met += left;
        each.kept += kept;
        left = kept;
        from = into;
      }
      known.sort((a, b) => a.kept / a.met - b.kept / b.met);
      return left;
    },
  };
}

export function anyOf(sieves: readonly Sieve[]): Sieve {
  const some = sieves.filter((sieve) => sieve !== none);
  if (some.length <= 1) return some[0] ?? none;
  const rest = new Int32Array(atATime);
  const found = new Int32Array(atATime);
  return {
    source: () => {
      const sources = some.flatMap((sieve) => sieve.source() ?? []);
      if (sources.length < some.length) return null;
      return {
        most: sources.reduce((sum, { most }) => sum + most, 0),
        each: (give) => {
          for (const source of sources) source.each(give);
        },
      };
    },
    pass: (places, n, into) => {
      let left = n;
      let from = places;
      for (const sieve of some) {
        left = without(from, left, found, sieve.pass(from, left, found), rest);
        from = rest;
      }
      return without(places, n, rest, left, into);
    },
  };
}

export function noneOf(sieve: Sieve): Sieve {
  if (sieve.passOthers) return { source: () => null, pass: sieve.passOthers };
  const found = new Int32Array(atATime);
  return { source: () => null, pass: (places, n, into) => without(places, n, found, sieve.pass(places, n, found), into) };
}

/** Of the first `n` places those that are not among the `m` of `gone`, which stand in the same order. */
function without(places: Int32Array, n: number, gone: Int32Array, m: number, into: Int32Array): number {
  let kept = 0;
  let next = 0;
  for (let i = 0; i < n; i++) {
    const at = places[i]!;
    if (next < m && gone[next] === at) next++;
    else into[kept++] = at;
  }
  return kept;
}
