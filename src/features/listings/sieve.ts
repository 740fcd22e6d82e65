/**
 * A condition on places of the columns: writes those of the first `n` that fit into `into`, in their order, and says how many. `into` may be `places` itself. Conditions work on some thousands of
 * places at a time, so that what passes from one to the next stays near the processor and nothing is made anew for a million.
 */
export type Sieve = (places: Int32Array, n: number, into: Int32Array) => number;

type Column = Uint8Array | Uint16Array | Int32Array;
const atATime = 4_096;

/** Those whose value the table marks; what the table does not reach it does not mark. */
export function byTable(column: Column, table: Uint8Array): Sieve {
  if (!table.includes(1)) return none;
  return (places, n, into) => {
    let kept = 0;
    for (let i = 0; i < n; i++) {
      const at = places[i]!;
      if (table[column[at]!] === 1) into[kept++] = at;
    }
    return kept;
  };
}

/** Those whose value is one of `from` to `to`, both included. */
export function byRange(column: Uint32Array, from: number, to: number): Sieve {
  return (places, n, into) => {
    let kept = 0;
    for (let i = 0; i < n; i++) {
      const at = places[i]!;
      const value = column[at]!;
      if (value >= from && value <= to) into[kept++] = at;
    }
    return kept;
  };
}

interface Marked {
  column: Column;
  table: Uint8Array;
}

/** Those whose first value is marked, or else the second or the third; the latter two not of what `except` marks. One walk, where an or of three would be seven. */
export function byAnyTable(first: Marked, second: Marked, third: Marked, except: Marked | null = null): Sieve {
  const hasOthers = second.table.includes(1) || third.table.includes(1);
  if (!hasOthers) return byTable(first.column, first.table);
  const { column: a, table: markedA } = first;
  const { column: b, table: markedB } = second;
  const { column: c, table: markedC } = third;
  return (places, n, into) => {
    let kept = 0;
    for (let i = 0; i < n; i++) {
      const at = places[i]!;
      const fits =
        markedA[a[at]!] === 1 || ((markedB[b[at]!] === 1 || markedC[c[at]!] === 1) && (except === null || except.table[except.column[at]!] !== 1));
      if (fits) into[kept++] = at;
    }
    return kept;
  };
}

const none: Sieve = () => 0;

/** Whichever has let the least through so far comes first: of a million places most then meet one condition, in whatever order they were typed. */
export function allOf(sieves: readonly Sieve[]): Sieve {
  if (sieves.includes(none)) return none;
  const [only] = sieves;
  if (only && sieves.length === 1) return only;
  const known = sieves.map((sieve) => ({ sieve, met: 1, kept: 1 }));
  return (places, n, into) => {
    let left = n;
    let from = places;
    for (const each of known) {
      const kept = each.sieve(from, left, into);
      each.met += left;
      each.kept += kept;
      left = kept;
      from = into;
    }
    known.sort((a, b) => a.kept / a.met - b.kept / b.met);
    return left;
  };
}

export function anyOf(sieves: readonly Sieve[]): Sieve {
  const some = sieves.filter((sieve) => sieve !== none);
  if (some.length <= 1) return some[0] ?? none;
  const rest = new Int32Array(atATime);
  const found = new Int32Array(atATime);
  return (places, n, into) => {
    let left = n;
    let from = places;
    for (const sieve of some) {
      left = without(from, left, found, sieve(from, left, found), rest);
      from = rest;
    }
    return without(places, n, rest, left, into);
  };
}

export function noneOf(sieve: Sieve): Sieve {
  const found = new Int32Array(atATime);
  return (places, n, into) => without(places, n, found, sieve(places, n, found), into);
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

/** The places that pass, of those named or of all up to `size`. */
export function sift(sieve: Sieve, size: number, among: readonly number[] | null): number[] {
  const found: number[] = [];
  const places = new Int32Array(atATime);
  const end = among === null ? size : among.length;
  for (let from = 0; from < end; from += atATime) {
    const n = Math.min(atATime, end - from);
    for (let i = 0; i < n; i++) places[i] = among === null ? from + i : among[from + i]!;
    const kept = sieve(places, n, places);
    for (let i = 0; i < kept; i++) found.push(places[i]!);
  }
  return found;
}
