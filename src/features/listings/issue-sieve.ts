import type { FacetColumns } from './facet-columns.ts';
import { PlaceList } from './place-list.ts';
import { all, atATime, none, type Sieve, type Source } from './sieve.ts';
import { sift, stepsOfChain } from './sift.ts';

const asked = new Int32Array(atATime);
const fitting = new Int32Array(atATime);
const found = new PlaceList();

/** So many issues for each place that was asked about: then all of them are asked about at once. */
const issuesOfPlace = 4;

/** A condition on issues as one on the places of their listings: of few places each issue is asked about once for all that stand in a row, of many each issue there is. */
export function byIssues(columns: FacetColumns, sieve: Sieve): Sieve {
  if (sieve === none) return none;
  const { issue, issues } = columns;
  let met = 0;
  let marks: Uint8Array | null = null;
  return {
    source: () => sourceOf(columns, sieve),
    pass: (places, n, into) => {
      met += n;
      if (met * issuesOfPlace < issues.size) return passRuns(issue, sieve, places, n, into);
      marks ??= marksOf(columns, sieve);
      let kept = 0;
      for (let i = 0; i < n; i++) {
        const at = places[i]!;
        if (marks[issue[at]!] === 1) into[kept++] = at;
      }
      return kept;
    },
  };
}

function passRuns(issue: Int32Array, sieve: Sieve, places: Int32Array, n: number, into: Int32Array): number {
  let runs = 0;
  let before = 0;
  for (let i = 0; i < n; i++) {
    const one = issue[places[i]!]!;
    if (one !== before) asked[runs++] = one;
    before = one;
  }
  const passed = sieve.pass(asked, runs, fitting);
  let kept = 0;
  let run = 0;
  let fits = false;
  before = 0;
  for (let i = 0; i < n; i++) {
    const at = places[i]!;
    const one = issue[at]!;
    if (one !== before) {
      fits = run < passed && fitting[run] === one;
      if (fits) run++;
      before = one;
    }
    if (fits) into[kept++] = at;
  }
  return kept;
}

/** By the number of each issue, 1 where it fits. */
function marksOf({ issues: { size } }: FacetColumns, sieve: Sieve): Uint8Array {
  const marks = new Uint8Array(size + 1);
  for (let from = 1; from <= size; from += atATime) {
    const n = Math.min(atATime, size + 1 - from);
    for (let i = 0; i < n; i++) asked[i] = from + i;
    const passed = sieve.pass(asked, n, fitting);
    for (let i = 0; i < passed; i++) marks[fitting[i]!] = 1;
  }
  return marks;
}

/** The listings of the issues that fit, where these are few enough to be found by chains. */
function sourceOf({ issues, ofIssue }: FacetColumns, sieve: Sieve): Source | null {
  const source = sieve.source();
  if (source === null || source.most * stepsOfChain >= issues.size) return null;
  // Its source is known already: to count once more what its tables mark would be a walk over all names.
  const few = sift({ ...sieve, source: () => source }, issues.size + 1, null, found).slice();
  let most = 0;
  for (let i = 0; i < few.length; i++) most += ofIssue.count(few[i]!);
  return {
    most,
    rest: all,
    each: (give) => {
      for (let i = 0; i < few.length; i++) for (let place = ofIssue.first(few[i]!); place !== -1; place = ofIssue.next(place)) give(place);
    },
  };
}
