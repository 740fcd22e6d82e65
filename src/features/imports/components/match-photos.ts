/** A draft that waits for a photo, by its row of the file. */
export interface WaitingDraft {
  row: number;
  listingId: string;
  title: string;
}

export interface PhotoMatch {
  draft: WaitingDraft;
  fileName: string;
}

/** The last number in a file's name: `row 12.jpg`, `012_front.png`. Null where there is none. */
function numberIn(fileName: string): number | null {
  const found = fileName
    .replace(/\.\w+$/, '')
    .match(/\d+/g)
    ?.at(-1);
  return found === undefined ? null : Number(found);
}

const inNaturalOrder = new Intl.Collator('en', { numeric: true });

/**
 * Which photo goes to which draft: by number where the name of every file ends in the row of a draft, each another; otherwise in order, the files by their names (`2.jpg` before `10.jpg`) and the drafts by
 * their rows. `left`: photos for which there is no draft.
 */
export function matchPhotos(
  fileNames: readonly string[],
  drafts: readonly WaitingDraft[],
): { by: 'number' | 'order'; matches: PhotoMatch[]; left: string[] } {
  const byRow = new Map(drafts.map((draft) => [draft.row, draft]));
  const numbered = fileNames.map((fileName) => ({ fileName, draft: byRow.get(numberIn(fileName) ?? Number.NaN) }));
  const isNumbered = numbered.every(({ draft }) => draft) && new Set(numbered.map(({ draft }) => draft?.row)).size === fileNames.length;
  if (isNumbered) return { by: 'number', matches: numbered.flatMap(({ fileName, draft }) => (draft ? [{ fileName, draft }] : [])), left: [] };
  const sorted = [...fileNames].sort(inNaturalOrder.compare);
  const matches = sorted.slice(0, drafts.length).map((fileName, at) => ({ fileName, draft: drafts[at] as WaitingDraft }));
  return { by: 'order', matches, left: sorted.slice(drafts.length) };
}
