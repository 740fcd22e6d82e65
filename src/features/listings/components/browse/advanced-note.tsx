import { Link } from 'react-router';
import type { SearchProblem } from '#features/catalogue/language.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';

export interface AdvancedNoteProps {
  /** As it was typed. */
  q: string;
  /** What can't be read of it. */
  problem?: SearchProblem;
  /** How many it would find, where the plan does not have it. */
  premium?: string;
  /** What everybody may search by here. */
  free?: string;
}

const freeOfBrowse = (
  <>
    Included in Free: keywords, filters, <code>cond:</code>, <code>price&lt;</code>, <code>edition:</code> and{' '}
    <code>is:graded</code>.
  </>
);

/** Why an advanced search shows nothing: where it breaks off, or what it would find with premium. */
export default function AdvancedNote({ q, problem, premium, free }: AdvancedNoteProps) {
  const help = (
    <Link className="link" to={`/search-help?q=${encodeURIComponent(q)}`}>
      Search help
    </Link>
  );
  if (!problem)
    return (
      <EmptyState
        title={premium ?? ''}
        action={
          <ButtonLink kind="primary" to="/premium">
            Compare plans
          </ButtonLink>
        }
      >
        {free ?? freeOfBrowse} {help}.
      </EmptyState>
    );
  const { at, length, message } = problem;
  return (
    <EmptyState title="We couldn’t understand this search">
      <code className="break-all">
        {q.slice(0, at)}
        <mark>{q.slice(at, at + length)}</mark>
        {q.slice(at + length)}
      </code>
      <br />
      {message} {help}.
    </EmptyState>
  );
}
