import { useRef } from 'react';
import { Link } from 'react-router';
import { artAddress, CardDrawing } from '#features/catalogue/widgets.tsx';
import {
  cardTitle,
  copyFlagNames,
  copyFlags,
  editionNames,
  finishName,
  languageNames,
} from '#features/catalogue/words.ts';
import { conditionName } from '#kernel/cards/conditions.ts';
import { formatMoney } from '#kernel/numbers/money.ts';
import type { ImportedRow } from '../contract.ts';
import type { RowAnswer } from './import-words.ts';
import { RowCard, type RowSearch } from './row-card.tsx';
import { RowForm } from './row-form.tsx';

interface ImportedRowProps {
  row: ImportedRow;
  /** Whether it can be changed. */
  isOpen: boolean;
  answer: RowAnswer | undefined;
  search: RowSearch | null;
  /** The parameters of the page that a search keeps. */
  hidden: Readonly<Record<string, string | number>>;
}

/** One row of the file: its card, its text, its notes, and its values, which can be changed in place. */
export function ImportedRowView({ row: read, isOpen, answer, search, hidden }: ImportedRowProps) {
  const form = useRef<HTMLFormElement>(null);
  const row = search ? { ...read, candidates: search.cards } : read;
  const { card, grading, listingId, hasListing, leftOut } = row;
  const facts = [
    card && cardTitle({ setName: card.setName, number: card.number }),
    grading && `${grading.company} ${grading.grade}`,
    row.edition && editionNames[row.edition],
    ...copyFlags.map((flag) => row[flag] && copyFlagNames[flag]),
    ...(isOpen ? [] : valuesOf(row)),
    // A row that was listed and taken back has its own text.
    leftOut && listingId === null && 'Skipped',
  ];
  const own = [row.sku, row.place, row.privateNote, row.cost && `Cost ${formatMoney(row.cost)}`].filter(Boolean);
  const remarks = [...row.notes, ...(row.outcome ? [row.outcome] : [])];
  return (
    <li id={`row-${row.row}`} data-status={row.status} tabIndex={-1}>
      {isOpen && (
        <input
          type="checkbox"
          name="rows"
          value={row.row}
          form="many-rows"
          aria-label={`Select row ${row.row}`}
          autoComplete="off"
        />
      )}
      <span className="mini-art">{card && <CardDrawing artUrl={artAddress(card.id)} alt="" />}</span>
      <div>
        <p>
          <strong>{nameOf(row)}</strong> <span className="dim">{facts.filter(Boolean).join(' · ')}</span>
        </p>
        <p className="dim" dir="auto">
          Row {row.row} · {row.said}
        </p>
        {row.description && <p>Public description: “{row.description}”</p>}
        {own.length > 0 && <p>Private: {own.join(' · ')}</p>}
        {remarks.map((note) => (
          <p key={note} className="remark">
            {note}
          </p>
        ))}
        {listingId && hasListing && (
          <Link className="link" to={`/listings/${listingId}`}>
            View listing
          </Link>
        )}
        {isOpen && row.status !== 'sure' && <RowCard row={row} hidden={hidden} search={search} form={form} />}
      </div>
      {isOpen && <RowForm key={keyOf(row)} row={row} answer={answer} form={form} />}
    </li>
  );
}

const valuesOf = ({ quantity, condition, grading, finish, language, price }: ImportedRow) => [
  `${quantity} ×`,
  !grading && (condition ? conditionName(condition) : 'No condition'),
  finish && finishName(finish),
  language !== 'en' && languageNames[language as 'en'],
  price ? formatMoney(price) : 'No price',
];

function nameOf({ card, candidates }: ImportedRow): string {
  if (card) return card.name;
  return candidates.length > 0 ? 'No card chosen' : 'No card found';
}

/** A new form where a stored value has changed. */
const keyOf = ({ card, candidates, status, leftOut, finish, condition, language, quantity, price }: ImportedRow) =>
  JSON.stringify([card?.id, candidates.length, status, leftOut, finish, condition, language, quantity, price]);
