import { useEffect } from 'react';
import { type ShouldRevalidateFunctionArgs, useNavigation, useRouteLoaderData } from 'react-router';

/**
 * A frame that was requested and has not arrived: a click aborted the navigation that would have loaded it. That
 * navigation may have signed the member in, so the next one loads the frame.
 */
let isOwed = false;

type RevalidationArgs = Pick<
  ShouldRevalidateFunctionArgs,
  'formMethod' | 'currentUrl' | 'nextUrl' | 'defaultShouldRevalidate'
>;

/** Records its result at once: a redirected navigation calls it again before anything has rendered. */
export function readsFrame(args: RevalidationArgs): boolean {
  isOwed = wantsFrame(args, isOwed);
  return isOwed;
}

/**
 * The frame's data change with a member's actions, not with navigation. The router's default
 * (`defaultShouldRevalidate`) is always true on the way to another address.
 */
export function wantsFrame(args: RevalidationArgs, isOwed: boolean): boolean {
  const { currentUrl, nextUrl, defaultShouldRevalidate } = args;
  // Not after a refused form: nothing has changed, and where the network failed this read would fail as well.
  if (isForm(args)) return defaultShouldRevalidate;
  return isOwed || (currentUrl.href === nextUrl.href && defaultShouldRevalidate);
}

const isForm = ({ formMethod }: RevalidationArgs) => formMethod !== undefined && formMethod !== 'GET';

/** A submitted form requires a frame, until it is refused or the frame has arrived. */
export function useFrameReads(): void {
  const isSubmitting = useNavigation().state === 'submitting';
  const frame = useRouteLoaderData('root');
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the coming of another frame that is waited for
  useEffect(() => {
    isOwed = false;
  }, [frame]);
  // Runs after the other effect: where both change in one render, the form is the later one.
  useEffect(() => {
    if (isSubmitting) isOwed = true;
  }, [isSubmitting]);
}
