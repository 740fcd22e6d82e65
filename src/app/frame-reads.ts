import { useEffect } from 'react';
import { type ShouldRevalidateFunctionArgs, useNavigation, useRouteLoaderData } from 'react-router';

/**
 * The frame was to be read and has not come: a press took the place of the answer that brought it. Whoever has pressed may have been signed in by what
 * was on its way, so the page that they pressed brings it.
 */
let isOwed = false;

type Asked = Pick<ShouldRevalidateFunctionArgs, 'formMethod' | 'currentUrl' | 'nextUrl' | 'defaultShouldRevalidate'>;

/** The frame's facts change with what a person does, not with where they go. */
export function readsFrame({ formMethod, currentUrl, nextUrl, defaultShouldRevalidate }: Asked): boolean {
  // Not after a refused form: nothing has changed, and where the network failed the question would fail as well.
  if (formMethod && formMethod !== 'GET') isOwed = defaultShouldRevalidate;
  // Another query makes the router ask everybody; with the same one it asks because somebody wants all read anew, also on the way to another place.
  else isOwed ||= defaultShouldRevalidate && currentUrl.search === nextUrl.search;
  return isOwed;
}

/** A form that is on its way owes a frame, until it is refused or the frame is here. */
export function useFrameReads(): void {
  const { state } = useNavigation();
  const frame = useRouteLoaderData('root');
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the coming of another frame that is waited for
  useEffect(() => {
    isOwed = false;
  }, [frame]);
  // After the other: where both come in one drawing, the form is the later one.
  useEffect(() => {
    if (state === 'submitting') isOwed = true;
  }, [state]);
}
