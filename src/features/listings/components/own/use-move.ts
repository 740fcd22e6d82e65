import { useEffect, useRef } from 'react';
import { useFetcher, useRevalidator } from 'react-router';
import { useToast } from '#ui/feedback/toast.tsx';
import { type Move, moveWords } from './moves.ts';

interface Answer {
  done?: Move;
  problem?: { message: string };
}

/** Not by the fetcher: the row or the dialog that it belongs to may be gone, and with it what it was about to send. */
async function moveBack(listingId: string, move: Move): Promise<Answer> {
  const answer = await fetch(`/listings/${listingId}/move`, {
    method: 'POST',
    body: new URLSearchParams({ move }),
  }).catch(() => null);
  const said: Answer | null = (await answer?.json().catch(() => null)) ?? null;
  return said ?? { problem: { message: 'Couldn’t connect. Check your connection and try again.' } };
}

/** Pause, resume and the rest without leaving the page: says what happened, with Undo where there is a way back. */
export function useMove(listingId: string, name: string, onDone?: (move: Move) => void) {
  const fetcher = useFetcher<Answer>({ key: `move-${listingId}` });
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const latest = useRef({ toast, onDone });
  // The row and the dialog of one listing share the fetcher: what it answered before is no news to the next of them.
  const seen = useRef(fetcher.data);
  const submit = fetcher.submit;
  useEffect(() => {
    latest.current = { toast, onDone };
  });
  const { data, state } = fetcher;
  useEffect(() => {
    if (state !== 'idle' || !data || data === seen.current) return;
    seen.current = data;
    if (data.problem)
      latest.current.toast({ tone: 'bad', title: 'Couldn’t update the listing', text: data.problem.message });
    if (!data.done) return;
    const words = moveWords[data.done];
    const undo = words.undo;
    const announce = ({ done, problem }: Answer) => {
      void revalidate();
      if (done) toast({ title: moveWords[done].done, text: name });
      else toast({ tone: 'bad', title: 'Couldn’t update the listing', text: problem?.message });
    };
    latest.current.toast({
      title: words.done,
      text: name,
      ...(undo
        ? {
            action: {
              label: 'Undo',
              onPress: () => void moveBack(listingId, undo).then(announce),
            },
          }
        : {}),
    });
    latest.current.onDone?.(data.done);
  }, [data, state, name, listingId, toast, revalidate]);

  const submitted = fetcher.formData?.get('move');
  return {
    busy: state === 'idle' ? null : ((submitted as Move | undefined) ?? null),
    move: (move: Move) => void submit({ move }, { method: 'post', action: `/listings/${listingId}/move` }),
  };
}
