import type { FacetColumns } from './facet-columns.ts';

/**
 * Puts listings of one game and one name beside each other, and those of one issue within them, a step at a time: what a search finds mostly has one name, and a thousand places in a row are read in a tenth of the time of a thousand here and there. Once after
 * all are read; what comes later stands behind, and is a small part of a large market.
 */
export function* arranged(columns: FacetColumns): Generator<void> {
  const { kind, price, kinds, games, size } = columns;
  const gameAt = (at: number) => kinds.game[kind[at]!]!;
  yield* columns.renumber(issuesByName(columns));
  const order = sorted(null, (at) => columns.issue[at]!, columns.issues.size + 1, size);
  yield;
  yield* columns.rearrange(order);
  order.buffer.transfer(0);
  // By the lower half of the price, then by the upper one, then by the game.
  const byHalf = sorted(null, (at) => price[at]! & 0xffff, 0x10000, size);
  yield;
  const byPrice = sorted(byHalf, (at) => price[at]! >>> 16, 0x10000, size);
  byHalf.buffer.transfer(0);
  yield;
  const byGame = sorted(byPrice, gameAt, games.words.length, size);
  byPrice.buffer.transfer(0);
  yield;
  yield* columns.order(byGame);
  byGame.buffer.transfer(0);
}

/** Issues, each by its number less one, by game and name. */
function issuesByName({ issues, issue, kind, kinds, names, games, size }: FacetColumns): Int32Array {
  const gameOf = new Uint16Array(issues.size);
  for (let at = 0; at < size; at++) gameOf[issue[at]! - 1] = kinds.game[kind[at]!]!;
  const byName = sorted(null, (i) => issues.name[i + 1]!, names.size + 1, issues.size);
  return sorted(byName, (i) => gameOf[i]!, games.words.length, issues.size);
}

/** Places in the order of a value, less than `values`, and of those that are equal in the order of `before`. */
function sorted(before: Int32Array | null, valueAt: (at: number) => number, values: number, size: number): Int32Array<ArrayBuffer> {
  const starts = new Int32Array(values + 1);
  for (let at = 0; at < size; at++) starts[valueAt(at) + 1]!++;
  for (let value = 1; value <= values; value++) starts[value]! += starts[value - 1]!;
  const order = new Int32Array(size);
  for (let i = 0; i < size; i++) {
    const at = before === null ? i : before[i]!;
    order[starts[valueAt(at)]!++] = at;
  }
  return order;
}
