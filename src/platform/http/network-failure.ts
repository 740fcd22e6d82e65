import { data } from 'react-router';

export const networkSentence = 'Network error. Please check your internet connection.';

/** Browser: runs a form's call to the server. When the network fails the form says so in its place and keeps what was typed. */
export async function orNetworkFailure<T>(call: () => Promise<T>) {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // With a status of a failure, so that the router does not ask for the page's data again.
    return data({ problem: { code: 'network', message: networkSentence } }, { status: 503 });
  }
}
