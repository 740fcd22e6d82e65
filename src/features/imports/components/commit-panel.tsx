import { Form } from 'react-router';
import { conditionNames, conditions } from '#features/catalogue/words.ts';
import { formatNumber } from '#kernel/format.ts';
import { Button } from '#ui/button.tsx';
import { Select, TextInput } from '#ui/form/field.tsx';
import { Panel } from '#ui/page/panel.tsx';
import type { StockImport } from '../contract.ts';
import { listedTitle, type MistypedPrice, outcomeOf, rowsOf } from './import-words.ts';

type Import = Omit<StockImport, 'rows'>;

interface CommitPanelProps {
  own: Import;
  mayUndo: boolean;
  mistyped: MistypedPrice | undefined;
}

/** The next steps of an import: list it, watch it, list the rest, or undo it. */
export function CommitPanel({ own, mayUndo, mistyped }: CommitPanelProps) {
  const { status, progress } = own;
  if (status === 'preview')
    return (
      <Panel
        className="mb-4"
        title={progress.of === 0 ? 'No row is sure yet' : `${rowsOf(progress.of)} can be listed`}
        note={
          progress.withoutFinish > 0
            ? 'Your file does not say of some cards which finish they have. Say it for all of them, or choose it row by row.'
            : `${outcomeOf(progress.of - progress.willNeedPhoto, progress.willNeedPhoto)} Doubtful rows wait until you choose their card.`
        }
      >
        <CommitForm rows={progress.of} progress={progress} mistyped={mistyped} />
      </Panel>
    );
  const done = progress.listed + progress.refused;
  const titles = {
    committing: `Listing: ${formatNumber(done)} of ${formatNumber(progress.of)}`,
    committed: listedTitle(progress),
    undoing: 'Taking back what was not sold',
    undone: 'Taken back',
  } as const;
  return (
    <Panel
      className="mb-4"
      title={titles[status]}
      note={progress.refused > 0 ? `${rowsOf(progress.refused)} could not be listed; each says why.` : undefined}
    >
      {status === 'committing' && (
        <progress className="w-full" value={done} max={progress.of} aria-label="Listed so far" />
      )}
      {status === 'committed' && <Rest own={own} mistyped={mistyped} />}
      {status === 'committed' && mayUndo && progress.listed > 0 && (
        <Form method="post">
          <input type="hidden" name="intent" value="undo" />
          <Button type="submit">Take all of it back</Button>
          <p className="dim mt-2">
            Within a day of listing. What was sold since stays, and so does what a buyer is paying for or what has been
            listed for longer.
          </p>
        </Form>
      )}
      {status === 'undone' && (
        <p className="dim">What was sold or being paid for stays; each row says what became of it.</p>
      )}
    </Panel>
  );
}

/** The rows that are not listed: list the corrected ones, or download them as a file. */
function Rest({ own: { id, progress, counts }, mistyped }: Omit<CommitPanelProps, 'mayUndo'>) {
  const left = progress.unlisted;
  const ready = progress.of - progress.listed;
  const mayList = ready + progress.withoutFinish > 0;
  if (left === 0) return null;
  return (
    <div className="mb-6">
      {mayList && <CommitForm rows={ready} progress={progress} mistyped={mistyped} />}
      <p className={mayList ? 'mt-4' : undefined}>
        {left === 1 ? '1 row is not listed' : `${rowsOf(left)} are not listed`}
        {left > counts.rejected
          ? `. Choose ${left === 1 ? 'its card' : 'their cards'} below, or `
          : ' and can’t be as the file has it: '}
        <a className="link" href={`/api/listings/import/${id}/left.csv`} download>
          download {left === 1 ? 'it' : 'them'} with what is wrong
        </a>
        , put {left === 1 ? 'it' : 'them'} right and bring that file.
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
  return (
    <Form method="post" className="flex flex-wrap items-end gap-3" noValidate>
      <input type="hidden" name="intent" value="commit" />
      <Select label="List them as" name="status" mark={false}>
        <option value="active">For sale at once</option>
        <option value="draft">Drafts</option>
      </Select>
      {withoutFinish > 0 && (
        <Select label={`Finish of ${rowsOf(withoutFinish)} that do not say it`} name="finish" mark={false}>
          <option value="">I choose row by row</option>
          <option value="normal">Not foil</option>
          <option value="foil">Foil</option>
        </Select>
      )}
      {withoutCondition > 0 && (
        <Select label={`Condition of ${rowsOf(withoutCondition)} without one`} name="condition" mark={false}>
          <option value="">They wait</option>
          {conditions.map((condition) => (
            <option key={condition} value={condition}>
              {conditionNames[condition]}
            </option>
          ))}
        </Select>
      )}
      {withoutPrice > 0 && (
        <TextInput
          label={`Price in US dollars for ${rowsOf(withoutPrice)} without one`}
          name="price"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={mistyped?.price}
          error={mistyped?.said}
        />
      )}
      <Button type="submit" kind="primary" disabled={rows + withoutFinish === 0}>
        {rows === 0 && withoutFinish > 0 ? 'List them' : `List ${rowsOf(rows)}`}
      </Button>
    </Form>
  );
}
