import { Form } from 'react-router';
import { formatNumber } from '#kernel/format.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Panel } from '#ui/page/panel.tsx';
import type { Bulk } from '../contract.ts';
import { listingsOf } from './bulk-words.ts';

type Own = Omit<Bulk, 'changes'>;

/** The possible actions: commit, watch, undo. */
export function ChangePanel({ own, mayUndo }: { own: Own; mayUndo: boolean }) {
  const { status, counts } = own;
  if (status === 'preview') return <Preview counts={counts} />;
  const [made, open] = [counts.done + counts.failed, counts.will];
  const [back, toTakeBack] = [counts.undone + counts.kept, counts.done];
  const titles = {
    committing: `Changed so far: ${formatNumber(made)} of ${formatNumber(made + open)}`,
    committed: `${listingsOf(counts.done)} changed`,
    undoing: `Taken back so far: ${formatNumber(back)} of ${formatNumber(back + toTakeBack)}`,
    undone: `${listingsOf(counts.undone)} taken back`,
  } as const;
  const left = status === 'undone' ? counts.kept : counts.failed;
  return (
    <Panel
      className="mb-4"
      title={titles[status]}
      note={
        left > 0
          ? `${listingsOf(left)} ${left === 1 ? 'stays as it is and says' : 'stay as they are, and each says'} why.`
          : undefined
      }
    >
      {status === 'committing' && (
        <progress className="w-full" value={made} max={made + open} aria-label="Changed so far" />
      )}
      {status === 'undoing' && (
        <progress className="w-full" value={back} max={back + toTakeBack} aria-label="Taken back so far" />
      )}
      {status === 'committed' && mayUndo && counts.done > 0 && (
        <Form method="post">
          <input type="hidden" name="intent" value="undo" />
          <Button type="submit">Take it back</Button>
          <p className="dim mt-2">Within a day. What you have changed by hand since stays.</p>
        </Form>
      )}
    </Panel>
  );
}

function Preview({ counts }: { counts: Own['counts'] }) {
  const rest = [
    counts.stays > 0 && `${listingsOf(counts.stays)} ${counts.stays === 1 ? 'stays as it is' : 'stay as they are'}`,
    counts.refused > 0 &&
      `${listingsOf(counts.refused)} can’t change; ${counts.refused === 1 ? 'it says' : 'each says'} why`,
  ].filter(Boolean);
  return (
    <Panel
      className="mb-4"
      title={counts.will === 0 ? 'Nothing would change' : `${listingsOf(counts.will)} would change`}
      note={rest.length > 0 ? `${rest.join('. ')}.` : 'Nothing has changed yet.'}
    >
      <Form method="post" className="flex flex-wrap gap-2">
        <input type="hidden" name="intent" value="commit" />
        {counts.will > 0 && (
          <Button type="submit" kind="primary">
            Change {listingsOf(counts.will)}
          </Button>
        )}
        <ButtonLink to="/dashboard/listings">Leave everything as it is</ButtonLink>
      </Form>
    </Panel>
  );
}
