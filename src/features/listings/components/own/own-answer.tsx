import { Form, useLocation } from 'react-router';
import { plural } from '#kernel/format.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Note } from '#ui/page/panel.tsx';
import type { OwnAnswer } from '../../pages/own-listings.server.ts';
import { moveWords } from './moves.ts';

const doneWords = {
  publish: { one: '# listing published.', other: '# listings published.' },
  pause: { one: '# listing paused.', other: '# listings paused.' },
  resume: { one: '# listing resumed.', other: '# listings resumed.' },
  renew: { one: '# listing renewed.', other: '# listings renewed.' },
  remove: { one: '# listing deleted.', other: '# listings deleted.' },
  restore: { one: '# listing restored.', other: '# listings restored.' },
} as const;
const refusedWords = {
  publish: { one: '# listing couldn’t be published:', other: '# listings couldn’t be published:' },
  pause: { one: '# listing couldn’t be paused:', other: '# listings couldn’t be paused:' },
  resume: { one: '# listing couldn’t be resumed:', other: '# listings couldn’t be resumed:' },
  renew: { one: '# listing couldn’t be renewed:', other: '# listings couldn’t be renewed:' },
  remove: { one: '# listing couldn’t be deleted:', other: '# listings couldn’t be deleted:' },
  restore: { one: '# listing couldn’t be restored:', other: '# listings couldn’t be restored:' },
} as const;

/** `7 listings paused. 1 listing couldn’t be paused:`: counts the whole selection. */
export function movedSentence({
  verb,
  done,
  refused,
}: Pick<NonNullable<OwnAnswer['moved']>, 'verb' | 'done' | 'refused'>): string {
  const sentences = [
    (done.length > 0 || refused.length === 0) && plural(done.length, doneWords[verb]),
    refused.length > 0 && plural(refused.length, refusedWords[verb]),
  ];
  return sentences.filter(Boolean).join(' ');
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
        The price of {priced.name} is now {priced.price}.
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

/** Deleting declines open offers, so it needs a confirmation, with scripts and without. */
export function AskToDelete({ ids }: { ids: readonly string[] }) {
  const { pathname, search } = useLocation();
  return (
    <Note tone="danger" role="alert" className="mb-4">
      {plural(ids.length, {
        one: 'Delete # listing? You can restore it for 30 days, but not a draft. Its open offers end.',
        other: 'Delete # listings? You can restore them for 30 days, but not drafts. Their open offers end.',
      })}
      <Form method="post" className="mt-2 flex gap-2">
        {ids.map((id) => (
          <input key={id} type="hidden" name="id" value={id} />
        ))}
        <input type="hidden" name="sure" value="1" />
        <Button type="submit" size="sm" kind="danger" name="move" value="remove">
          {plural(ids.length, { one: 'Delete # listing', other: 'Delete # listings' })}
        </Button>
        <ButtonLink to={pathname + search} size="sm" preventScrollReset>
          {plural(ids.length, { one: 'Keep listing', other: 'Keep listings' })}
        </ButtonLink>
      </Form>
    </Note>
  );
}
