import type { Printing } from '#features/catalogue/index.server.ts';
import { finishOf } from '../match/copy-of.ts';
import type { Meant } from '../match/names-of-cards.ts';
import { type Note, noteText } from '../model/note.texts.ts';
import { readCondition } from '../read/conditions.ts';
import { takeEdition } from '../read/editions.ts';
import { readFinish } from '../read/finishes.ts';
import type { Format } from '../read/formats.ts';
import type { TableRow } from '../read/read-table.ts';
import { type Read, readLanguage, readQuantity, shortened } from '../read/row-values.ts';
import { type Cell, saidBy } from './parse-row.ts';

/** One parsed line of a list of wants. `status`: accept it, check it first, or never. Null means any. */
export interface WantedRow {
  /** 1 is the first line that names a card. */
  row: number;
  status: 'sure' | 'doubtful' | 'rejected';
  /** The card's name in the file. */
  said: string;
  card: Printing | null;
  /** Another printing of the card is accepted. */
  anyPrinting: boolean;
  candidates: Printing[];
  /** The candidates have other spellings than the line, so that even a single one is chosen by the member. */
  isMisspelled: boolean;
  quantity: number;
  lowestCondition: string | null;
  language: string | null;
  finish: string | null;
  /** Sentences: what to check, or why it is rejected. */
  notes: string[];
}

const misspellings: ReadonlySet<Note['code']> = new Set(['name_misspelled', 'set_misspelled']);

/** Parses the terms of a line. A missing term may be any; an unreadable one makes it doubtful. */
export function parseWant({ row }: TableRow, cell: Cell, format: Format, meant: Meant): WantedRow {
  const notes: Note[] = [];
  const take = <T>(read: Read<T>): T | null => {
    const note = 'error' in read ? read.error : read.note;
    if (note) notes.push(note);
    return 'error' in read ? null : read.value;
  };
  const quantity = cell('quantity') === '' ? 1 : take(readQuantity(cell('quantity')));
  const said = cell('condition') === '' ? null : take(readCondition(cell('condition'), format));
  const language = cell('language') === '' ? null : take(readLanguage(cell('language')));
  const card = meant.kind === 'sure' || meant.kind === 'any' ? meant.printing : null;
  if (meant.kind === 'doubtful') notes.push(meant.why);
  const finishSaid = said?.finish ?? finishOfCell(cell('finish'), format, notes);
  const of = card && meant.kind === 'any' ? { ...card, finishes: meant.finishes } : card;
  // A list of wants distinguishes etched from foil, so the exact name counts.
  const isNamed = finishSaid !== undefined && of?.finishes.includes(finishSaid);
  const finish =
    finishSaid === undefined || isNamed ? { finish: finishSaid ?? null, notes: [] } : finishOf(of, finishSaid);
  notes.push(...finish.notes);
  const isRejected = meant.kind === 'none' || quantity === null || quantity === 0;
  return {
    row,
    status: isRejected ? 'rejected' : notes.length > 0 ? 'doubtful' : 'sure',
    said: saidBy(cell),
    card,
    anyPrinting: meant.kind === 'any',
    candidates: meant.kind === 'doubtful' ? meant.candidates : [],
    isMisspelled: meant.kind === 'doubtful' && misspellings.has(meant.why.code),
    quantity: quantity ?? 0,
    lowestCondition: said?.condition ?? null,
    language,
    finish: finish.finish,
    notes: (meant.kind === 'none' ? [meant.why, ...notes] : notes).map(noteText),
  };
}

function finishOfCell(cell: string, { ownFinishes }: Format, notes: Note[]): string | undefined {
  if (cell === '' || ownFinishes) return cell || undefined;
  const { finish, isKnown } = readFinish(takeEdition(cell).rest);
  if (!isKnown) notes.push({ code: 'finish_unknown', params: { value: shortened(cell), finish } });
  return finish;
}
