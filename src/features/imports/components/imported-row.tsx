import { Form, Link } from 'react-router';
import { rarityName } from '#features/catalogue/widgets.tsx';
import {
  cardTitle,
  conditionNames,
  conditions,
  copyFlagNames,
  copyFlags,
  editionNames,
  finishName,
  languageNames,
  languages,
} from '#features/catalogue/words.ts';
import { conditionName } from '#kernel/cards/conditions.ts';
import { formatMoney } from '#kernel/numbers/money.ts';
import { Button } from '#ui/button.tsx';
import { Select, TextInput } from '#ui/form/field.tsx';
import type { ImportedRow } from '../contract.ts';
import type { MistypedPrice } from './import-words.ts';

/** One row of the file: its text, its printing, its notes, and the correction form. */
export function ImportedRowView({
  row,
  isOpen,
  mistyped,
}: {
  row: ImportedRow;
  isOpen: boolean;
  mistyped: MistypedPrice | undefined;
}) {
  const facts = [
    `${row.quantity} ×`,
    row.grading
      ? `${row.grading.company} ${row.grading.grade}`
      : row.condition
        ? conditionName(row.condition)
        : 'No condition',
    row.finish && finishName(row.finish),
    row.edition && editionNames[row.edition],
    ...copyFlags.map((flag) => row[flag] && copyFlagNames[flag]),
    row.price ? formatMoney(row.price) : 'No price',
    // A row that was listed and taken back has its own text.
    row.leftOut && row.listingId === null && 'Skipped',
  ];
  const own = [row.sku, row.place, row.privateNote, row.cost && `Cost ${formatMoney(row.cost)}`].filter(Boolean);
  return (
    <li data-status={row.status}>
      <div>
        <p className="dim">
          Row {row.row} · {row.said}
        </p>
        <p>
          <strong>
            {row.card ? cardTitle(row.card) : row.candidates.length > 0 ? 'No card chosen' : 'No card found'}
          </strong>{' '}
          <span className="dim">{facts.filter(Boolean).join(' · ')}</span>
        </p>
        {row.description && <p>Public description: “{row.description}”</p>}
        {own.length > 0 && <p>Private: {own.join(' · ')}</p>}
        {[...row.notes, ...(row.outcome ? [row.outcome] : [])].map((note) => (
          <p key={note} className="remark">
            {note}
          </p>
        ))}
        {row.listingId && (
          <Link className="link" to={`/listings/${row.listingId}`}>
            View listing
          </Link>
        )}
      </div>
      {isOpen && row.quantity > 0 && (row.card || row.candidates.length > 0) && row.status !== 'rejected' && (
        <RowForm row={row} mistyped={mistyped} />
      )}
    </li>
  );
}

const labels = {
  Card: (n: number) => `Card for row ${n}`,
  Finish: (n: number) => `Finish for row ${n}`,
  Condition: (n: number) => `Condition for row ${n}`,
  Language: (n: number) => `Language for row ${n}`,
  Price: (n: number) => `Price for row ${n}`,
} as const;

function RowForm({ row, mistyped }: { row: ImportedRow; mistyped: MistypedPrice | undefined }) {
  const { card, candidates, price, finish } = row;
  const at = (what: keyof typeof labels) => ({
    mark: false,
    quiet: true,
    label: labels[what](row.row),
    id: `row-${row.row}-${what}`,
  });
  return (
    <Form method="post" className="row-form" preventScrollReset noValidate>
      <input type="hidden" name="intent" value="row" />
      <input type="hidden" name="row" value={row.row} />
      {candidates.length > 0 && (
        <Select {...at('Card')} name="catalogueCardId" defaultValue={card?.id ?? candidates[0]?.id}>
          {candidates.map(({ id, name, setName, number, rarity }) => (
            <option key={id} value={id}>
              {[name, setName, number, rarity && rarityName(rarity)].filter(Boolean).join(' · ')}
            </option>
          ))}
        </Select>
      )}
      {card && card.finishes.length > 1 && (
        <Select {...at('Finish')} name="finish" defaultValue={finish ?? ''}>
          {finish === null && <option value="">Choose a finish</option>}
          {card.finishes.map((name) => (
            <option key={name} value={name}>
              {finishName(name)}
            </option>
          ))}
        </Select>
      )}
      {row.condition === null && (
        <Select {...at('Condition')} name="condition" defaultValue="">
          <option value="">Choose a condition</option>
          {conditions.map((condition) => (
            <option key={condition} value={condition}>
              {conditionNames[condition]}
            </option>
          ))}
        </Select>
      )}
      {row.unread.includes('language') && (
        <Select {...at('Language')} name="language" defaultValue="">
          <option value="">Choose a language</option>
          {languages.map((language) => (
            <option key={language} value={language}>
              {languageNames[language]}
            </option>
          ))}
        </Select>
      )}
      {price === null && (
        <TextInput
          {...at('Price')}
          name="price"
          placeholder="34.50"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={mistyped?.price}
          error={mistyped?.said}
        />
      )}
      <input type="hidden" name="currency" value={price?.currency ?? 'USD'} />
      <Button type="submit" size="sm">
        {row.status === 'sure' && !row.leftOut ? 'Save' : 'Include row'}
      </Button>
      {row.status === 'sure' && !row.leftOut && (
        <Button type="submit" size="sm" name="leaveOut" value="1">
          Skip row
        </Button>
      )}
    </Form>
  );
}
