import type { DataRouter } from 'react-router';

export interface FormAnswers {
  /** What the action of this route answered last at the place where the router is; undefined where nothing was. */
  of(routeId: string): unknown;
}

type State = Pick<DataRouter['state'], 'actionData' | 'location'>;

/**
 * Keeps what actions answered until the router is at another place. The router's own answer is gone each time that a page is read afresh, so news on the
 * live channel, often news of the very same deed, would wipe it off; and where they come at once with the answer, the page may never have been rendered
 * in between. So it is taken from the router's states, each of which is heard here, and not from what was rendered.
 */
export function keepFormAnswers(router: Pick<DataRouter, 'state' | 'subscribe'>): FormAnswers {
  let kept: { key: string; answers: Record<string, unknown> } = { key: '', answers: {} };
  const hear = ({ actionData, location: { key } }: State) => {
    if (actionData) kept = { key, answers: actionData };
    else if (key !== kept.key) kept = { key, answers: {} };
  };
  hear(router.state);
  router.subscribe(hear);
  return { of: (routeId) => kept.answers[routeId] ?? undefined };
}
