import { type FormEvent, useState } from 'react';
import { Form, Link } from 'react-router';
import { conditionNames, conditions } from '#features/catalogue/words.ts';
import { formatList, formatNumber, plural } from '#kernel/format.ts';
import { formatMoney, type Money } from '#kernel/numbers/money.ts';
import { Button } from '#ui/button.tsx';
import { Select, TextInput } from '#ui/form/field.tsx';
import { Note, Panel } from '#ui/page/panel.tsx';
import type { StockImport } from '../contract.ts';
import { draftsOf, type MistypedPrice, outcomeOf } from './import-words.ts';
import { unsavedRows } from './unsaved-rows.ts';

type Import = Omit<StockImport, 'rows'>;

interface CommitPanelProps {
  own: Import;
  /** What the rows to import, or the imported ones, are worth, by currency. */
  value: readonly Money[];
  mayUndo: boolean;
  mistyped: MistypedPrice | undefined;
}

/** The next steps of an import: list it, watch it, list the rest, or undo it. */
export function CommitPanel({ own, value, mayUndo, mistyped }: CommitPanelProps) {
  const { status, progress } = own;
  if (status === 'preview')
    return (
      <Panel
        className="mb-4"
        title={
          progress.of === 0
            ? 'No rows ready to import'
            : plural(progress.of, { one: '# row ready to import', other: '# rows ready to import' })
        }
        note={
          progress.withoutFinish > 0
            ? 'Some rows have no finish. Choose one for all of them, or choose per row.'
            : [
                ...outcomeOf(progress.of - progress.willNeedPhoto, progress.willNeedPhoto),
                ...(own.counts.doubtful > 0 ? ['Choose a card for the unmatched rows to import them.'] : []),
              ].join(' ')
        }
      >
        <TotalValue value={value} />
        <CommitForm rows={progress.of} progress={progress} mistyped={mistyped} />
      </Panel>
    );
  const done = progress.listed + progress.refused;
  const titles = {
    committing: plural(progress.of, {
      one: `Importing ${formatNumber(done)} of # row…`,
      other: `Importing ${formatNumber(done)} of # rows…`,
    }),
    committed: 'Import complete',
    undoing: 'Undoing import…',
    undone: 'Import undone',
  } as const;
  return (
    <Panel
      className="mb-4"
      title={titles[status]}
      note={status === 'committing' || status === 'undoing' ? 'You can leave this page.' : undefined}
    >
      {status === 'committing' && (
        <progress className="w-full" value={done} max={progress.of} aria-label="Rows imported" />
      )}
      {status === 'committed' && <Result own={own} value={value} />}
      {status === 'committed' && <Rest own={own} mistyped={mistyped} />}
      {status === 'committed' && mayUndo && progress.listed > 0 && (
        <Form method="post">
          <input type="hidden" name="intent" value="undo" />
          <Button type="submit">Undo import</Button>
          <p className="dim mt-2">
            Available for 24 hours. Sold and reserved listings stay, and so do listings older than 24 hours.
          </p>
        </Form>
      )}
      {status === 'undone' && <p className="dim">Sold and reserved listings stay. Each row shows its result.</p>}
    </Panel>
  );
}

function TotalValue({ value }: Pick<CommitPanelProps, 'value'>) {
  if (value.length === 0) return null;
  return (
    <p className="mb-4" data-testid="import-value">
      Total value: <strong>{formatList(value.map(formatMoney))}</strong>
    </p>
  );
}

/** How many are for sale, drafts or not imported, each with the page that shows them. */
function Result({ own: { id, progress, counts }, value }: Pick<CommitPanelProps, 'own' | 'value'>) {
  const { listed, forSale, drafts, needPhoto } = progress;
  const left = counts.sure + counts.doubtful + counts.rejected - listed;
  const [others, otherDrafts] = [listed - forSale - drafts, drafts - needPhoto];
  const rows = (show: string) => `/listings/import/${id}?show=${show}`;
  const all: [number, string, string][] = [
    [forSale, '/dashboard/listings?tab=live', plural(forSale, { one: '# active listing', other: '# active listings' })],
    [needPhoto, rows('photo'), draftsOf(needPhoto)],
    [otherDrafts, '/dashboard/listings?tab=drafts', plural(otherDrafts, { one: '# draft', other: '# drafts' })],
    [others, '/dashboard/listings', plural(others, { one: '# other listing', other: '# other listings' })],
    [left, rows('skipped'), plural(left, { one: '# row not imported', other: '# rows not imported' })],
  ];
  return (
    <>
      <ul className="import-result" aria-label="Result of the import">
        {all
          .filter(([n]) => n > 0)
          .map(([, to, said]) => (
            <li key={to + said}>
              <Link className="link" to={to} preventScrollReset={to.startsWith('/listings/import/')}>
                {said}
              </Link>
            </li>
          ))}
      </ul>
      <TotalValue value={value} />
    </>
  );
}

/** The rows that are not listed: list the corrected ones, or download them as a file. */
function Rest({ own: { id, progress, counts }, mistyped }: Omit<CommitPanelProps, 'mayUndo' | 'value'>) {
  const left = progress.unlisted;
  const ready = progress.of - progress.listed;
  const mayList = ready + progress.withoutFinish > 0;
  if (left === 0) return null;
  return (
    <div className="mb-6">
      {mayList && <CommitForm rows={ready} progress={progress} mistyped={mistyped} />}
      <p className={mayList ? 'mt-4' : undefined}>
        {left > counts.rejected
          ? plural(left, {
              one: '# row isn’t imported. Choose its card below, or correct it in the file.',
              other: '# rows aren’t imported. Choose their cards below, or correct them in the file.',
            })
          : plural(left, {
              one: '# row isn’t imported. Correct it in the file.',
              other: '# rows aren’t imported. Correct them in the file.',
            })}{' '}
        <a className="link" href={`/api/listings/import/${id}/left.csv`} download>
          Download rows to correct
        </a>
      </p>
    </div>
  );
}

interface CommitFormProps {
  /** The sure ones. */
  rows: number;
  progress: Import['progress'];
  mistyped: MistypedPrice | undefined;
}

function CommitForm({ rows, progress: { withoutPrice, withoutFinish, withoutCondition }, mistyped }: CommitFormProps) {
  const [unsaved, setUnsaved] = useState<number[]>([]);
  const onSubmit = (event: FormEvent) => {
    const rows = unsavedRows();
    if (rows.length > 0) event.preventDefault();
    setUnsaved(rows);
  };
  return (
    <Form method="post" className="flex flex-wrap items-end gap-3" noValidate onSubmit={onSubmit}>
      {unsaved.length > 0 && (
        <Note tone="danger" role="alert" className="w-full">
          {plural(unsaved.length, {
            one: `Row ${unsaved[0]} has changes that aren’t saved. Save the row, then import.`,
            other: `Rows ${formatList(unsaved.map(String))} have changes that aren’t saved. Save the rows, then import.`,
          })}
        </Note>
      )}
      <input type="hidden" name="intent" value="commit" />
      <Select label="Import as" name="status" mark={false}>
        <option value="active">Active listings</option>
        <option value="draft">Drafts</option>
      </Select>
      {withoutFinish > 0 && (
        <Select
          label={plural(withoutFinish, {
            one: 'Finish for # row without one',
            other: 'Finish for # rows without one',
          })}
          name="finish"
          mark={false}
        >
          <option value="">Choose per row</option>
          <option value="normal">Non-foil</option>
          <option value="foil">Foil</option>
        </Select>
      )}
      {withoutCondition > 0 && (
        <Select
          label={plural(withoutCondition, {
            one: 'Condition for # row without one',
            other: 'Condition for # rows without one',
          })}
          name="condition"
          mark={false}
        >
          <option value="">Choose per row</option>
          {conditions.map((condition) => (
            <option key={condition} value={condition}>
              {conditionNames[condition]}
            </option>
          ))}
        </Select>
      )}
      {withoutPrice > 0 && (
        <TextInput
          label={plural(withoutPrice, {
            one: 'Price in US dollars for # row without one',
            other: 'Price in US dollars for # rows without one',
          })}
          name="price"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={mistyped?.price}
          error={mistyped?.said}
        />
      )}
      <Button type="submit" kind="primary" disabled={rows + withoutFinish === 0}>
        {rows === 0 && withoutFinish > 0
          ? 'Import rows'
          : plural(rows, { one: 'Import # row', other: 'Import # rows' })}
      </Button>
    </Form>
  );
}
