import { parseCondition } from '#features/catalogue/words.ts';
import { parseLanguage } from '#features/listings/contract.ts';
import type { Note } from '../model/note.texts.ts';
import { takeEdition } from './editions.ts';
import { readFinish } from './finishes.ts';
import type { Format } from './formats.ts';
import { type Read, shortened } from './row-values.ts';

/** The content of a condition's cell; TCGplayer writes finish, edition and language behind the condition. */
export interface CopySaid {
  condition: string | null;
  /** Undefined where the cell does not mention it, as are the edition (null) and the language. */
  finish?: string;
  edition: ReturnType<typeof takeEdition>['edition'];
  isLimited: boolean;
  language?: string;
}

const tidy = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
const plain = (condition: string): CopySaid => ({ condition, edition: null, isLimited: false });

/** Reads a condition in the words of its service or in common words, with TCGplayer's additions in the same cell. */
export function readCondition(cell: string, format: Format): Read<CopySaid> {
  if (format.conditionCarriesFinish) return readTcgplayer(cell.trim(), format);
  const own = oneCondition(cell, format);
  if (own !== null) return { value: plain(own) };
  const parts = cell
    .split(/\s*[/(),]\s*|\s+-\s+/)
    .map((part) => oneCondition(part, format))
    .filter((part) => part !== null);
  const [first, ...others] = parts;
  if (first && others.length > 0 && others.every((other) => other === first)) return { value: plain(first) };
  const behind = readTcgplayer(cell.trim(), format);
  return 'value' in behind ? { value: behind.value } : behind;
}

const oneCondition = (text: string, { conditions }: Format) =>
  /^\s*$|[+-]\s*$/.test(text) ? null : (conditions[tidy(text)] ?? parseCondition(text));

/** `Near Mint 1st Edition Holofoil - Japanese`. */
function readTcgplayer(said: string, format: Format): Read<CopySaid> {
  const unknown: { error: Note } = {
    error:
      said === '' ? { code: 'condition_missing' } : { code: 'condition_unknown', params: { value: shortened(said) } },
  };
  const parts =
    /^(near mint|lightly played|moderately played|heavily played|damaged|mint|[a-z]{1,3})((?: (?!- ).*?)?)(?: - ([^-]+(?:-[^-]+)?))?$/i.exec(
      said.replace(/\s+/g, ' '),
    );
  const condition = parts && oneCondition(parts[1] ?? '', format);
  if (!parts || !condition || (format.conditionCarriesFinish && format.conditions[tidy(parts[1] ?? '')] === undefined))
    return unknown;
  const { edition, isLimited, rest } = takeEdition((parts[2] ?? '').trim());
  const { finish, isKnown } = readFinish(rest);
  if (!isKnown || /^([01xyn]|yes|no|true|false)$/i.test(rest)) return unknown;
  const language = parts[3] === undefined ? undefined : parseLanguage(parts[3]);
  if (language === null) return { error: { code: 'condition_language', params: { value: shortened(parts[3] ?? '') } } };
  const value: CopySaid = { condition, edition, isLimited, ...(language && { language }) };
  const isFinishSaid = rest !== '' || format.conditionCarriesFinish;
  if (isFinishSaid) value.finish = finish;
  const isExact =
    /^[A-Z][a-z]+( Mint| Played)?( Unlimited| 1st Edition| Limited)?( (Reverse |Rainbow |Cold |Gold Cold )?(Holofoil|Foil))?( - .+)?$/.test(
      said,
    );
  return isExact || !format.conditionCarriesFinish
    ? { value }
    : { value, note: { code: 'condition_spelling', params: { value: shortened(said) } } };
}
