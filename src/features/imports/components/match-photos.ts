/** A draft that needs a photo, by its row in the file. */
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
 * Assigns photos to drafts: by number where the file names end in the rows of the drafts (each file its own row, with
 * no draft or file left over); otherwise in order, the files by name (`2.jpg` before `10.jpg`) and the drafts by row.
 * `left`: photos without a draft.
 */
export function matchPhotos(
  fileNames: readonly string[],
  drafts: readonly WaitingDraft[],
): { by: 'number' | 'order'; matches: PhotoMatch[]; left: string[] } {
  const byRow = new Map(drafts.map((draft) => [draft.row, draft]));
  const numbers = fileNames.map(numberIn);
  const isDistinct = new Set(numbers).size === fileNames.length;
  const matches = fileNames.flatMap((fileName, at) => {
    const draft = byRow.get(numbers[at] ?? Number.NaN);
    return draft ? [{ fileName, draft }] : [];
  });
  if (isDistinct && matches.length > 0 && (matches.length === fileNames.length || matches.length === drafts.length))
    return {
      by: 'number',
      matches,
      left: fileNames.filter((name) => !matches.some(({ fileName }) => fileName === name)),
    };
  const sorted = [...fileNames].sort(inNaturalOrder.compare);
  const inOrder = sorted
    .slice(0, drafts.length)
    .map((fileName, at) => ({ fileName, draft: drafts[at] as WaitingDraft }));
  return { by: 'order', matches: inOrder, left: sorted.slice(drafts.length) };
}
