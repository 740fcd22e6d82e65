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
];
