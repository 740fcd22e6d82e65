import { messages } from '../messages.ts';

/** Runs a form's call to the server; when the network fails, the form says so and keeps what was typed. */
export async function orNetworkFailure<T>(call: () => Promise<T>): Promise<T | { problem: { code: string; message: string } }> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof TypeError) return { problem: { code: 'network', message: messages.network } };
    throw error;
  }
}
