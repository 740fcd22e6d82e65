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
 * Which photo goes to which draft: by number where the names of the files end in the rows of the drafts (each file in a
 * row of its own, and no draft or no file is without the other); otherwise in order, the files by their names (`2.jpg`
 * before `10.jpg`) and the drafts by their rows. `left`: photos for which there is no draft.
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
