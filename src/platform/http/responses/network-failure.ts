import { data } from 'react-router';

export const networkSentence = 'Network error. Please check your internet connection.';

/**
 * How the browsers say that a request, or a part of the program, did not come: each by a `TypeError` in words of its
 * own.
 */
const lost = /failed to fetch|network ?error|load failed|dynamically imported module|importing a module script/i;

/** Browser: whether this was thrown because the network failed, and not by a mistake of ours. */
export function isNetworkFault(error: unknown): boolean {
  return error instanceof TypeError && lost.test(error.message);
}

/**
 * Browser: runs a form's call to the server. When the network fails the form says so in its place and keeps what was
 * typed.
 */
export async function orNetworkFailure<T>(call: () => Promise<T>) {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // With a status of a failure, so that the router does not ask for the page's data again.
    return data({ problem: { code: 'network', message: networkSentence } }, { status: 503 });
  }
}
