import type { FacetColumns } from './facet-columns.ts';
import { PlaceList } from './place-list.ts';
import { atATime, none, type Sieve, type Source } from './sieve.ts';
import { sift, stepsOfChain } from './sift.ts';

const asked = new Int32Array(atATime);
const fitting = new Int32Array(atATime);
const found = new PlaceList();

/** A condition on issues as one on the places of their listings: each issue is asked about once for all that stand in a row. */
export function byIssues(columns: FacetColumns, sieve: Sieve): Sieve {
  if (sieve === none) return none;
  const { issue } = columns;
  return {
    source: () => sourceOf(columns, sieve),
    pass: (places, n, into) => {
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
    },
  };
}

/** The listings of the issues that fit, where these are few enough to be found by chains. */
function sourceOf({ issues, ofIssue }: FacetColumns, sieve: Sieve): Source | null {
  const source = sieve.source();
  if (source === null || source.most * stepsOfChain >= issues.size) return null;
  const few = sift(sieve, issues.size + 1, null, found).slice();
  let most = 0;
  for (let i = 0; i < few.length; i++) most += ofIssue.count(few[i]!);
  return {
    most,
    each: (give) => {
      for (let i = 0; i < few.length; i++) for (let place = ofIssue.first(few[i]!); place !== -1; place = ofIssue.next(place)) give(place);
    },
  };
}
