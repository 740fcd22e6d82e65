import { Form, useSubmit } from 'react-router';
import { RowCardSearch } from '#features/catalogue/widgets.tsx';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/form/field.tsx';
import type { Preview, WantedCard } from '../contract.ts';
import { printingOf, termsOf } from '../model/list-words.ts';

type Row = Preview['rows'][number];

interface PreviewRowProps {
  row: Row;
  /** The parameters of the page that a search keeps. */
  hidden: Readonly<Record<string, string | number>>;
  /** What was searched for this row. */
  search: { q: string; cards: WantedCard[] } | null;
}

/** A row of a preview: its text, its card, its notes, and the correction form. */
export function PreviewRow({ row: read, hidden, search }: PreviewRowProps) {
  const row = search ? { ...read, candidates: search.cards } : read;
  const { card, anyPrinting, said, quantity, leftOut, notes } = row;
  const facts = [
    quantity > 0 && `${quantity} ×`,
    card && printingOf(card, anyPrinting),
    termsOf(row),
    leftOut && 'Skipped',
  ].filter(Boolean);
  return (
    <li id={`row-${row.row}`} data-status={row.status} tabIndex={-1}>
      <div>
        <p className="dim" dir="auto">
          Row {row.row} · {said}
        </p>
        <p>
          <strong>{card ? card.name : 'No card chosen'}</strong> <span className="dim">{facts.join(' · ')}</span>
        </p>
        {notes.map((note) => (
          <p key={note} className="remark">
            {note}
          </p>
        ))}
      </div>
      {quantity > 0 && (card || row.candidates.length > 0) && <RowForm key={search?.q} row={row} />}
      {quantity > 0 && row.status !== 'sure' && <RowSearch row={row} hidden={hidden} search={search} />}
    </li>
  );
}

/** Chooses any card for a row that no rule could match. */
function RowSearch({ row: { row, candidates }, hidden, search }: PreviewRowProps) {
  const submit = useSubmit();
  return (
    <RowCardSearch
      row={row}
      hidden={hidden}
      search={search}
      isOptional={candidates.length > 0}
      className="basis-full"
      onChoose={(id) =>
        submit({ intent: 'take', row, card: `one:${id}` }, { method: 'post', preventScrollReset: true })
      }
    />
  );
}

/** Each candidate card in any printing, then each printing. */
function choicesOf({ card, candidates }: Row) {
  const cards = candidates.length > 0 ? candidates : card ? [card] : [];
  const names = new Map(cards.map((one) => [`${one.game} ${one.name}`, one]));
  return [
    ...[...names.values()].map((one) => ({ value: `any:${one.id}`, label: `${one.name} · ${printingOf(one, true)}` })),
    ...cards.map((one) => ({ value: `one:${one.id}`, label: `${one.name} · ${printingOf(one, false)}` })),
  ];
}

function RowForm({ row }: { row: Row }) {
  const { card, anyPrinting, status, leftOut } = row;
  const choices = choicesOf(row);
  const isTaken = status === 'sure' && !leftOut;
  return (
    <Form method="post" preventScrollReset noValidate>
      <input type="hidden" name="row" value={row.row} />
      <Select
        label={`Card for row ${row.row}`}
        id={`row-${row.row}-card`}
        name="card"
        mark={false}
        quiet
        defaultValue={card ? `${anyPrinting ? 'any' : 'one'}:${card.id}` : ''}
      >
        {!card && <option value="">Choose a card</option>}
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <Button
        type="submit"
        size="sm"
        name="intent"
        value="take"
        aria-label={isTaken ? `Save row ${row.row}` : `Include row ${row.row}`}
      >
        {isTaken ? 'Save' : 'Include row'}
      </Button>
      {isTaken && (
        <Button type="submit" size="sm" name="intent" value="leave" aria-label={`Skip row ${row.row}`}>
          Skip row
        </Button>
      )}
    </Form>
  );
}
