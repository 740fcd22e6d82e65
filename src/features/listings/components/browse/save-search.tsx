import { BookmarkPlus } from 'lucide-react';
import { Link, useFetcher, useNavigate } from 'react-router';
import type { FormAnswer } from '#platform/http/page-form.server.ts';
import { buttonClass } from '#ui/button.tsx';
import { useToast } from '#ui/feedback/toast.tsx';
import { useAnswer } from '#ui/form/use-answer.ts';
import { Icon } from '#ui/icon.tsx';

const label = 'Save search';
const look = buttonClass({ kind: 'ghost', size: 'sm' }, 'save-b');

interface SaveSearchProps {
  /** The search as the query string of its page. */
  params: URLSearchParams;
  isMember: boolean;
}

/**
 * Saves the search at once under its own words; the toast leads to its name and notifications. A visitor signs in first
 * and saves it there.
 */
export function SaveSearch({ params, isMember }: SaveSearchProps) {
  const saving = useFetcher<FormAnswer & { id?: string }>();
  const toast = useToast();
  const navigate = useNavigate();
  const page = `/saved-searches/new?${params}`;
  useAnswer(saving, ({ problem, id }) => {
    if (problem)
      toast({
        tone: 'bad',
        title: 'Couldn’t save the search',
        text: problem.code === 'network' ? 'Check your connection and try again.' : problem.message,
      });
    else
      toast({
        title: 'Search saved',
        text: 'We’ll notify you immediately about new listings.',
        action: { label: 'Edit', onPress: () => void navigate(`/saved-searches/${id}`) },
      });
  });
  if (!isMember)
    return (
      <Link className={look} to={page} aria-label={label}>
        <Inside />
      </Link>
    );
  return (
    <saving.Form method="post" action={page}>
      <input type="hidden" name="query" value={String(params)} />
      <button type="submit" className={look} aria-label={label} aria-disabled={saving.state !== 'idle' || undefined}>
        <Inside />
      </button>
    </saving.Form>
  );
}

const Inside = () => (
  <>
    <Icon of={BookmarkPlus} size={16} />
    <span>{label}</span>
  </>
);
