// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are texts of our own code.
import { type Mutation, planted } from '../mutation.ts';

/** Lighter pages (decision 110). The build is not made anew for a fault: these are seen by functions alone. */
export const lightRows: readonly Mutation[] = [
  ...planted(
    { area: 'light', row: '10-3', file: 'dev/icons.ts', tests: ['dev/icons.test.ts'] },
    ['a drawing stands twice', 'symbols.push(`', 'symbols.push(`<!-- -->`, `'],
    ['a drawing has another name', '<symbol id="${file}"', '<symbol id="${name}"'],
  ),
  ...planted(
    {
      area: 'light',
      row: '10-1',
      file: 'src/features/listings/shelves-beside.server.ts',
      tests: ['src/features/listings/shelves-beside.test.ts'],
    },
    ['a tile outlives its text', 'if (known && known.place === place) return', 'if (known) return'],
    ['a tile is read each time', 'if (place !== null) this.#younger.set', 'if (place === -1) this.#younger.set'],
  ),
  ...planted(
    { area: 'light', row: '10-3', file: 'src/features/listings/ending-next.server.ts', tests: ['src/features/listings/ending-tiles.test.ts'] },
    ['what is paused ends too', "l.seller_id = $1 and l.status = 'active' order by", 'l.seller_id = $1 order by'],
    ['a photo comes in its largest sizes', 'photo: photo && tilePhoto(photo)', 'photo'],
  ),
];
