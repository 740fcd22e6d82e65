import { useEffect } from 'react';
import { SavedNote } from '#ui/feedback/saved-note.tsx';
import { useToast } from '#ui/feedback/toast.tsx';

/** Shows an action's result: as a toast, and inline where no script runs. */
export function DoneNotice({ answer }: { answer: { done?: string | undefined } | undefined }) {
  const toast = useToast();
  useEffect(() => {
    if (answer?.done) toast({ tone: 'good', title: answer.done });
  }, [answer, toast]);
  return (
    answer?.done && (
      <noscript>
        <SavedNote said={answer.done} />
      </noscript>
    )
  );
}
