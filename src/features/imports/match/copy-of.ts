import type { Printing } from '#features/catalogue/index.server.ts';

const plain = ['nonfoil', 'normal'];

/** The catalogue's finish for what a file says; a printing that exists in one finish only needs nothing said. */
export function finishOf(card: Printing | null, said: string | undefined): { finish: string | null; notes: string[] } {
  const own = card?.finishes ?? [];
  const [only] = own;
  if (own.length === 1 && only) return { finish: only, notes: [] };
  if (said === undefined) return { finish: null, notes: own.length > 1 ? ['Finish: the file does not say which one; choose it.'] : [] };
  if (own.length === 0) return { finish: said === 'normal' || said === 'foil' ? null : said, notes: [] };
  const fitting =
    said === 'normal'
      ? own.filter((finish) => plain.includes(finish))
      : own.includes(said)
        ? [said]
        : own.filter((finish) => !plain.includes(finish));
  const best = said === 'foil' && fitting.length > 1 ? fitting.filter((finish) => finish === 'holo') : fitting;
  if (best.length === 1 && best[0]) return { finish: best[0], notes: [] };
  return {
    finish: null,
    notes: [
      fitting.length > 1
        ? 'Finish: there are several sorts of foil of this printing; choose one.'
        : 'Finish: this printing does not exist in it; choose another.',
    ],
  };
}

export function noteOfEdition({ variants }: Printing): string[] {
  return variants.some((variant) => variant.includes('1st')) ? [] : ['Edition: the catalogue knows no first edition of this printing.'];
}
