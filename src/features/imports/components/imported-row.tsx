import { Form, Link } from 'react-router';
import { finishName } from '#features/catalogue/words.ts';
import { formatMoney } from '#kernel/money.ts';
import { Button } from '#ui/button.tsx';
import { readCondition } from '#ui/conditions.ts';
import type { ImportedRow } from '../contract.ts';

/** One row of the file: what it says, which printing that is, what to look at, and the way to put it right. */
export function ImportedRowView({ row, isOpen }: { row: ImportedRow; isOpen: boolean }) {
  const facts = [
    `${row.quantity} ×`,
    row.grading ? `${row.grading.company} ${row.grading.grade}` : row.condition && readCondition(row.condition).long,
    row.finish && finishName(row.finish),
    row.price ? formatMoney(row.price) : 'no price',
  ];
  return (
    <li data-status={row.status}>
      <div>
        <p className="dim">
          Row {row.row} · {row.said}
        </p>
        <p>
          <strong>{row.card ? `${row.card.name} · ${row.card.setName}${row.card.number ? ` · ${row.card.number}` : ''}` : 'No card yet'}</strong>{' '}
          <span className="dim">{facts.filter(Boolean).join(' · ')}</span>
        </p>
        {row.notes.map((note) => (
          <p key={note} className="remark">
            {note}
          </p>
        ))}
        {row.outcome && <p className="remark">{row.outcome}</p>}
        {row.listingId && (
          <Link className="link" to={`/listings/${row.listingId}`}>
            See the listing
          </Link>
        )}
      </div>
      {isOpen && row.status !== 'rejected' && (
        <Form method="post" className="flex flex-wrap gap-2" preventScrollReset>
          <input type="hidden" name="intent" value="row" />
          <input type="hidden" name="row" value={row.row} />
          {row.candidates.length > 0 && (
            <select name="catalogueCardId" className="in" aria-label={`Card of row ${row.row}`} defaultValue={row.card?.id ?? row.candidates[0]?.id}>
              {row.candidates.map(({ id, name, setName, number, rarity }) => (
                <option key={id} value={id}>
                  {[name, setName, number, rarity].filter(Boolean).join(' · ')}
                </option>
              ))}
            </select>
          )}
          {row.status === 'doubtful' && (row.card || row.candidates.length > 0) && row.quantity > 0 && (
            <Button type="submit" size="sm">
              Take it
            </Button>
          )}
          {row.status === 'sure' && (
            <Button type="submit" size="sm" name="leaveOut" value="1">
              Leave it out
            </Button>
          )}
        </Form>
      )}
    </li>
  );
}
