import { Form } from 'react-router';
import { formatNumber, plural } from '#kernel/format.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Panel } from '#ui/page/panel.tsx';
import type { Bulk } from '../contract.ts';

type Own = Omit<Bulk, 'changes'>;

/** The possible actions: commit, watch, undo. */
export function ChangePanel({ own, mayUndo }: { own: Own; mayUndo: boolean }) {
  const { status, counts } = own;
  if (status === 'preview') return <Preview counts={counts} />;
  const [made, open] = [counts.done + counts.failed, counts.will];
  const [back, toTakeBack] = [counts.undone + counts.kept, counts.done];
  const titles = {
    committing: plural(made + open, {
      one: `${formatNumber(made)} of # listing changed`,
      other: `${formatNumber(made)} of # listings changed`,
    }),
    committed: plural(counts.done, { one: '# listing changed', other: '# listings changed' }),
    undoing: plural(back + toTakeBack, {
      one: `${formatNumber(back)} of # change undone`,
      other: `${formatNumber(back)} of # changes undone`,
    }),
    undone: plural(counts.undone, { one: '# change undone', other: '# changes undone' }),
  } as const;
  return (
    <Panel
      className="mb-4"
      title={titles[status]}
      note={status === 'undone' ? notUndone(counts.kept) : notChanged(counts.failed)}
    >
      {status === 'committing' && (
        <progress className="w-full" value={made} max={made + open} aria-label="Listings changed" />
      )}
      {status === 'undoing' && (
        <progress className="w-full" value={back} max={back + toTakeBack} aria-label="Changes undone" />
      )}
      {status === 'committed' && mayUndo && counts.done > 0 && (
        <Form method="post">
          <input type="hidden" name="intent" value="undo" />
          <Button type="submit">Undo changes</Button>
          <p className="dim mt-2">Available for 24 hours. Listings you edited since won’t change.</p>
        </Form>
      )}
    </Panel>
  );
}

const notChanged = (n: number) =>
  n === 0
    ? undefined
    : plural(n, {
        one: '# listing wasn’t changed. The reason is listed below.',
        other: '# listings weren’t changed. The reasons are listed below.',
      });
const notUndone = (n: number) =>
  n === 0
    ? undefined
    : plural(n, {
        one: '# change wasn’t undone. The reason is listed below.',
        other: '# changes weren’t undone. The reasons are listed below.',
      });

function Preview({ counts }: { counts: Own['counts'] }) {
  const rest = [
    counts.stays > 0 &&
      plural(counts.stays, { one: '# listing needs no change.', other: '# listings need no change.' }),
    counts.refused > 0 &&
      plural(counts.refused, {
        one: '# listing can’t change. The reason is listed below.',
        other: '# listings can’t change. The reasons are listed below.',
      }),
  ].filter(Boolean);
  return (
    <Panel
      className="mb-4"
      title={
        counts.will === 0
          ? 'No listings will change'
          : plural(counts.will, { one: '# listing will change', other: '# listings will change' })
      }
      note={rest.length > 0 ? rest.join(' ') : 'Nothing has changed yet.'}
    >
      <Form method="post" className="flex flex-wrap gap-2">
        <input type="hidden" name="intent" value="commit" />
        {counts.will > 0 && (
          <Button type="submit" kind="primary">
            {plural(counts.will, { one: 'Change # listing', other: 'Change # listings' })}
          </Button>
        )}
        <ButtonLink to="/dashboard/listings">Cancel</ButtonLink>
      </Form>
    </Panel>
  );
}
