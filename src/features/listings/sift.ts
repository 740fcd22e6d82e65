import { PlaceList } from './place-list.ts';
import { atATime, type Sieve, type Source } from './sieve.ts';

/** A walk along chains looks here and there; that many more places are looked at in the same time one after the other. */
export const stepsOfChain = 12;

/** Where more than one of so many is given, they are brought into their order: the columns are read from one end to the other then. */
const sparse = 64;

const atOnce = new Int32Array(atATime);
const given = new PlaceList();
let wasGiven = new Uint8Array(1_024);

/** The places that pass, of those named or of all up to `size`, in the block `found`. */
export function sift(sieve: Sieve, size: number, among: Int32Array | null, found: PlaceList): Int32Array {
  const source = among === null ? sieve.source() : null;
  const isSourced = source !== null && source.most * stepsOfChain < size;
  const looked = isSourced ? gather(source, size) : among;
  const asked = (isSourced && source.rest) || sieve;
  const end = looked === null ? size : looked.length;
  found.size = 0;
  let kept = 0;
  for (let from = 0; from < end; from += atATime) {
    const n = Math.min(atATime, end - from);
    for (let i = 0; i < n; i++) atOnce[i] = looked === null ? from + i : looked[from + i]!;
    const passed = asked.pass(atOnce, n, atOnce);
    if (kept + passed > found.places.length) {
      found.size = kept;
      found.makeRoom(kept + passed);
    }
    const { places } = found;
    for (let i = 0; i < passed; i++) places[kept + i] = atOnce[i]!;
    kept += passed;
  }
  found.size = kept;
  given.letGo();
  return found.all;
}

/** What a source gives, each once, for the moment; those that are many in the order of their places. */
function gather(source: Source, size: number): Int32Array {
  if (wasGiven.length < size) wasGiven = new Uint8Array(size * 2);
  given.size = 0;
  source.each((place) => {
    if (wasGiven[place] === 1) return;
    wasGiven[place] = 1;
    given.add(place);
  });
  if (given.size * sparse > size) {
    for (let place = 0, n = 0; place < size; place++) if (wasGiven[place] === 1) given.places[n++] = place;
  }
  for (let i = 0; i < given.size; i++) wasGiven[given.places[i]!] = 0;
  return given.all;
}
