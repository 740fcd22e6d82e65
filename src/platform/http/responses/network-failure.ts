import { data } from 'react-router';
import { networkError } from '#kernel/specified-texts.ts';

/** The browsers' messages of a failed request or module load, each a `TypeError`. */
const lost = /failed to fetch|network ?error|load failed|dynamically imported module|importing a module script/i;

/** Browser: whether the error comes from the network and not from a bug. */
export function isNetworkFault(error: unknown): boolean {
  return error instanceof TypeError && lost.test(error.message);
}

/**
 * Browser: runs a form's call to the server. When the network fails the form shows the problem and retains the entered
 * values.
 */
export async function orNetworkFailure<T>(call: () => Promise<T>) {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // A failure's status, so that the router does not reload the page's data.
    return data({ problem: { code: 'network', message: networkError } }, { status: 503 });
  }
}
