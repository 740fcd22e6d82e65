import { Form, Link } from 'react-router';
import { formatList, formatNumber, plural } from '#kernel/format.ts';
import { type Currency, formatMoney, type Money } from '#kernel/numbers/money.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Panel } from '#ui/page/panel.tsx';
import type { StockImport } from '../contract.ts';
import { CommitForm } from './commit-form.tsx';
import { draftsOf, outcomeOf, type RowAnswer } from './import-words.ts';

type Import = Omit<StockImport, 'rows'>;

interface CommitPanelProps {
  own: Import;
  /** What the rows to import, or the imported ones, are worth, by currency. */
  value: readonly Money[];
  mayUndo: boolean;
  /** The currency of most rows. */
  currency: Currency;
  /** After a refused commit. */
  answer: RowAnswer | undefined;
}

/** The next steps of an import: list it, watch it, list the rest, or undo it. */
export function CommitPanel({ own, value, mayUndo, currency, answer }: CommitPanelProps) {
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
        <CommitForm rows={progress.of} progress={progress} currency={currency} answer={answer} />
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
      {status === 'committed' && <Rest own={own} currency={currency} answer={answer} />}
      {status === 'committed' && mayUndo && progress.listed > 0 && <Undo listed={progress.listed} />}
      {status === 'undone' && <p className="dim">Sold and reserved listings stay. Each row shows its result.</p>}
    </Panel>
  );
}

/** Asks first, in a part that opens without script. */
function Undo({ listed }: { listed: number }) {
  return (
    <details>
      <summary>
        <span className={buttonClass({})}>Undo import…</span>
      </summary>
      <Form method="post" className="mt-4">
        <input type="hidden" name="intent" value="undo" />
        <h3>
          {plural(listed, {
            one: 'Delete # listing of this import?',
            other: 'Delete # listings of this import?',
          })}
        </h3>
        <p className="mt-2 mb-4">
          Their open offers end. You can restore active listings for 30 days, but not drafts. Sold and reserved listings
          stay, and so do listings older than 24 hours.
        </p>
        <Button type="submit" kind="danger">
          {plural(listed, { one: 'Delete # listing', other: 'Delete # listings' })}
        </Button>
      </Form>
    </details>
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
function Rest({ own: { id, progress, counts }, currency, answer }: Omit<CommitPanelProps, 'mayUndo' | 'value'>) {
  const left = progress.unlisted;
  const ready = progress.of - progress.listed;
  const mayList = ready + progress.withoutFinish > 0;
  if (left === 0) return null;
  return (
    <div className="mb-6">
      {mayList && <CommitForm rows={ready} progress={progress} currency={currency} answer={answer} />}
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
