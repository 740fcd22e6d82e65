import { useEffect } from 'react';
import { type ShouldRevalidateFunctionArgs, useNavigation, useRouteLoaderData } from 'react-router';

/**
 * The frame was to be read and has not come: a press took the place of the answer that brought it. Whoever has pressed
 * may have been signed in by what was on its way, so the page that they pressed brings it.
 */
let isOwed = false;

type Asked = Pick<ShouldRevalidateFunctionArgs, 'formMethod' | 'currentUrl' | 'nextUrl' | 'defaultShouldRevalidate'>;

/** Remembers at once what it answers: a page that is led elsewhere asks again before anything has been drawn. */
export function readsFrame(asked: Asked): boolean {
  isOwed = wantsFrame(asked, isOwed);
  return isOwed;
}

/**
 * The frame's facts change with what a person does, not with where they go. On the way to another address the router's
 * own wish says nothing: it asks everybody for each page.
 */
export function wantsFrame(asked: Asked, isOwed: boolean): boolean {
  const { currentUrl, nextUrl, defaultShouldRevalidate } = asked;
  // Not after a refused form: nothing has changed, and where the network failed the question would fail as well.
  if (isForm(asked)) return defaultShouldRevalidate;
  return isOwed || (currentUrl.href === nextUrl.href && defaultShouldRevalidate);
}

const isForm = ({ formMethod }: Asked) => formMethod !== undefined && formMethod !== 'GET';

/** A form that is on its way owes a frame, until it is refused or the frame is here. */
export function useFrameReads(): void {
  const isAsked = useNavigation().state === 'submitting';
  const frame = useRouteLoaderData('root');
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the coming of another frame that is waited for
  useEffect(() => {
    isOwed = false;
  }, [frame]);
  // After the other: where both come in one drawing, the form is the later one.
  useEffect(() => {
    if (isAsked) isOwed = true;
  }, [isAsked]);
}
