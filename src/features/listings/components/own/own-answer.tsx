import { Form, useLocation } from 'react-router';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Note } from '#ui/page/panel.tsx';
import type { OwnAnswer } from '../../pages/own-listings.server.ts';
import { countOf } from '../listing-words.ts';
import { moveWords } from './moves.ts';

const past = {
  publish: 'published',
  pause: 'paused',
  resume: 'put back on sale',
  renew: 'renewed',
  remove: 'deleted',
} as const;

/** `7 paused, 1 could not be`: counts the whole selection. */
export function movedSentence({
  verb,
  done,
  refused,
}: Pick<NonNullable<OwnAnswer['moved']>, 'verb' | 'done' | 'refused'>): string {
  if (refused.length === 0) return `${countOf(done.length, 'listing')} ${past[verb]}.`;
  return `${done.length === 0 ? 'None' : done.length} ${past[verb]}, ${refused.length} could not be:`;
}

/**
 * What became of what was pressed, listing by listing where it could not be done, with the way back where there is one.
 */
export function OwnAnswerNote({
  answer,
}: {
  answer: OwnAnswer & { problem?: { message: string; errors?: Record<string, string> | undefined } };
}) {
  const { moved, priced, problem } = answer;
  if (problem)
    return (
      <Note tone="danger" role="alert" className="mb-4">
        {Object.values(problem.errors ?? {})[0] ?? problem.message}
      </Note>
    );
  if (priced)
    return (
      <Note tone="success" role="status" className="mb-4">
        {priced.name} costs {priced.price} now.
      </Note>
    );
  if (!moved) return null;
  const undo = moved.done.length > 0 ? moveWords[moved.verb].undo : undefined;
  return (
    <Note tone={moved.refused.length > 0 ? 'warning' : 'success'} role="status" className="mb-4">
      {movedSentence(moved)}
      {moved.refused.length > 0 && (
        <ul className="mt-1 list-disc pl-5">
          {moved.refused.map(({ id, message }) => (
            <li key={id}>
              {moved.names[id]}: {message}
            </li>
          ))}
        </ul>
      )}
      {undo && (
        <Form method="post" className="mt-2">
          {moved.done.map((id) => (
            <input key={id} type="hidden" name="id" value={id} />
          ))}
          <Button type="submit" size="sm" name="move" value={undo}>
            Undo
          </Button>
        </Form>
      )}
    </Note>
  );
}

/** Deleting is final, so it needs a confirmation, with scripts and without. */
export function AskToDelete({ ids }: { ids: readonly string[] }) {
  const { pathname, search } = useLocation();
  return (
    <Note tone="danger" role="alert" className="mb-4">
      Delete {countOf(ids.length, 'listing')}? Nobody will find them any more, and they can’t be brought back. To take
      them off sale for a while, pause them instead.
      <Form method="post" className="mt-2 flex gap-2">
        {ids.map((id) => (
          <input key={id} type="hidden" name="id" value={id} />
        ))}
        <input type="hidden" name="sure" value="1" />
        <Button type="submit" size="sm" kind="danger" name="move" value="remove">
          Delete {countOf(ids.length, 'listing')}
        </Button>
        <ButtonLink to={pathname + search} size="sm" preventScrollReset>
          Keep them
        </ButtonLink>
      </Form>
    </Note>
  );
}
