// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are texts of our own code.
import { type Mutation, planted } from '../mutation.ts';

/** Lighter pages (decision 110). The build is not made anew for a fault: these are seen by functions alone. */
export const lightRows: readonly Mutation[] = [
  ...planted(
    { area: 'light', row: '10-3', file: 'src/app/fewer-bytes.server.ts', tests: ['src/app/fewer-bytes.test.ts'] },
    ['a script loses its nonce', '(<link[^>]*?) nonce=', '(<[^>]*?) nonce='],
    ['every picture is announced', ".replace(announced, '')", ''],
    ['the first picture is not announced', '(?![^>]* fetchPriority="high")', ''],
  ),
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
    {
      area: 'light',
      row: '10-1',
      file: 'src/features/listings/components/copies-table.tsx',
      tests: ['src/features/listings/components/copies-table.test.tsx'],
    },
    ['a copy that has changed stands as it was drawn', '`copy ${JSON.stringify(copy)}`', '`copy ${copy.id}`'],
    ['a row of copies is drawn each time', '`copy ${JSON.stringify(copy)}`', 'null'],
  ),
  ...planted({ area: 'light', row: '10-3', file: 'src/app/kept-parts.server.ts', tests: ['src/app/kept-parts.test.tsx'] }, [
    'of a page in pieces one is lost',
    '      whole.push(fresh);\n      fresh = beginning;',
    '      fresh = beginning;',
  ]),
];
