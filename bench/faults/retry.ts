import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { send } from './send.ts';

/** A client: its bearer token, and the number from which its address is made. */
export interface Requester {
  token: string | null;
  address: number;
}

export interface RetryClient {
  /**
   * Sends the request again, under one key, until it is answered; without a key where `isKeyed` is false, for what its
   * body makes safe to repeat. `triedAt` is when the answered request started.
   */
  ask(
    path: string,
    body: unknown,
    who: Requester,
    isKeyed?: boolean,
  ): Promise<{ status: number; body: unknown; triedAt: number }>;
  underWay(): number;
  /** Requests without an answer or with a 5xx, asked again. */
  failures(): number;
  /** What is not answered from now on throws. */
  cut(): void;
}

/** Requests to a market that is killed again and again. */
export function createRetryClient(url: string): RetryClient {
  let underWay = 0;
  let failures = 0;
  let isCut = false;
  return {
    async ask(path, body, { token, address }, isKeyed = true) {
      const headers = {
        'content-type': 'application/json',
        'x-forwarded-for': `10.0.${address >> 8}.${address & 255}`,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(token && isKeyed ? { 'idempotency-key': randomUUID() } : {}),
      };
      for (;;) {
        const triedAt = Date.now();
        underWay++;
        const answer = await send(new URL(path, url).href, { method: 'POST', headers, body: JSON.stringify(body) });
        underWay--;
        // The first try of the same request may have died with its process: its key says so until that is known.
        const isKnown = (answer?.body as { code?: string } | undefined)?.code !== 'request_running';
        if (answer && answer.status < 500 && isKnown) return { ...answer, triedAt };
        if (isCut) throw new Error(`${path} was not answered before the end`);
        failures++;
        await pause(100);
      }
    },
    underWay: () => underWay,
    failures: () => failures,
    cut: () => {
      isCut = true;
    },
  };
}
