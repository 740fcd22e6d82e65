import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Member } from './members.ts';

export interface Answer {
  status: number;
  body: unknown;
}

/** The response, its body parsed where it is JSON; null without a response within 20 s. */
export async function send(url: string, init: RequestInit): Promise<Answer | null> {
  try {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(20_000) });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json');
    return { status: answer.status, body: isJson ? JSON.parse(text) : text };
  } catch {
    return null;
  }
}

interface PostOptions {
  /** Any other status is an error. */
  expected: readonly number[];
  /** False: the body makes the request safe to repeat, without an idempotency key. */
  isKeyed?: boolean;
  /** False: only a step towards an act. */
  isAct?: boolean;
}

/** Members who send requests without a pause while parts of their market are killed. */
export class Workload {
  /** Acknowledged acts. */
  done = 0;
  /** When the newest acknowledged act started. */
  lastStartedAt = 0;
  /** Requests without a response. */
  underWay = 0;
  /** Requests without a response or with a 5xx, sent again. */
  retries = 0;
  /** Unexpected or contradictory responses. */
  readonly complaints: string[] = [];
  readonly #url: string;
  #isOver = false;
  #isCut = false;
  #loops: Promise<void>[] = [];

  constructor(url: string) {
    this.#url = url;
  }

  /** Repeats an act until the end, several at a time. An act that throws ends its loop. */
  start(atOnce: number, act: (turn: number) => Promise<void>): void {
    let turn = 0;
    this.#loops = Array.from({ length: atOnce }, async () => {
      try {
        while (!this.#isOver) await act(turn++);
      } catch (error) {
        this.complaints.push((error as Error).message);
      }
    });
  }

  /** Sends the request, with one idempotency key, until it is answered. */
  async post(path: string, body: object, by: Omit<Member, 'id'>, options: PostOptions): Promise<Answer> {
    const { expected, isKeyed = true, isAct = true } = options;
    const headers = {
      'content-type': 'application/json',
      'x-forwarded-for': by.address,
      ...(by.token && { authorization: `Bearer ${by.token}` }),
      ...(by.token && isKeyed && { 'idempotency-key': randomUUID() }),
    };
    for (;;) {
      const startedAt = Date.now();
      this.underWay++;
      const answer = await send(new URL(path, this.#url).href, { method: 'POST', headers, body: JSON.stringify(body) });
      this.underWay--;
      // The first attempt may have died with its process: its key is blocked until that is known.
      const isBlocked = (answer?.body as { code?: string } | undefined)?.code === 'request_running';
      if (answer && answer.status < 500 && !isBlocked) {
        if (!expected.includes(answer.status))
          throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
        if (isAct && answer.status < 300) {
          this.done++;
          this.lastStartedAt = Math.max(this.lastStartedAt, startedAt);
        }
        return answer;
      }
      if (this.#isCut) throw new Error(`${path} was not answered before the end`);
      this.retries++;
      await pause(100);
    }
  }

  /** Resolves when all started acts have ended. */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#loops);
  }

  /** Ends everything, answered or not. */
  async cut(): Promise<void> {
    this.#isCut = true;
    await this.end();
  }
}

/** A workload and what must be true of it. */
export interface Activity {
  workload: Workload;
  /** Acknowledged acts whose effect is not in the database yet. */
  unsettled(): Promise<string[]>;
  /** Everything acknowledged that is lost, doubled or wrong, and broken invariants. */
  audit(): Promise<string[]>;
  summary(): string;
}
