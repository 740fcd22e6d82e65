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
      file: 'src/features/listings/components/copies-table.tsx',
      tests: ['src/features/listings/components/kept-tiles.test.tsx'],
    },
    ['rows of other conditions are of one shape', '`copy ${copy.condition}`', "'copy'"],
    ['a row of copies is drawn each time', '`copy ${copy.condition}`', 'null'],
  ),
  ...planted(
    {
      area: 'light',
      row: '10-1',
      file: 'src/features/listings/components/listing-tile.tsx',
      tests: ['src/features/listings/components/kept-tiles.test.tsx'],
    },
    ['a saved copy is of the shape of others', '[condition, liked, isMember,', '[condition, isMember,'],
    ['tiles are of one shape whoever looks', 'liked, isMember, isOwn, look]', 'liked, look]'],
    ['a tile leads where another led', 'to={`/listings/${words.id}`}', 'to={`/listings/${id}`}'],
  ),
  ...planted(
    { area: 'light', row: '10-3', file: 'src/ui/kept.tsx', tests: ['src/app/kept-parts.test.tsx'] },
    ['what is not there is of the same shape', "if (typeof word === 'string') shape += ` ${key}${word && '+'}`;", ''],
    ['an empty word is of the same shape', "` ${key}${word && '+'}`", '` ${key}`'],
  ),
  ...planted(
    { area: 'light', row: '10-3', file: 'src/app/kept-parts.server.ts', tests: ['src/app/kept-parts.test.tsx'] },
    ['of a page in pieces one is lost', '      whole.push(fresh);\n      fresh = beginning;', '      fresh = beginning;'],
    ['a word stands as it was written', 'text += escaped(words[holes[n] as number])', 'text += words[holes[n] as number]'],
    ['a word stands as it was written where its shape is drawn', 'fresh += escaped(part?.words[n])', 'fresh += part?.words[n]'],
    ['shapes are kept without end', 'if (shapes.size >= mostShapes) shapes.clear();', ''],
  ),
  ...planted(
    { area: 'light', row: '10-3', file: 'src/features/listings/ending-next.server.ts', tests: ['src/features/listings/ending-tiles.test.ts'] },
    ['what is paused ends too', "l.seller_id = $1 and l.status = 'active' order by", 'l.seller_id = $1 order by'],
    ['a photo comes in its largest sizes', 'photo: photo && tilePhoto(photo)', 'photo'],
  ),
];
