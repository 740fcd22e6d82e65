import type { WebSocket } from 'ws';
import { isRefusal } from '#kernel/refusal.ts';
import type { TimedTopics } from '../../feature.ts';
import type { Actor } from '../../identity/sessions/actor.ts';
import { inScene } from '../../security-log/scene.server.ts';
import type { Scene } from '../../security-log/scene.ts';
import { type ParsedFrame, parseFrame } from '../protocol/frames.ts';
import { type CloseReason, closeCodes, type ServerFrame } from '../protocol/protocol.ts';
import { ResumePoint } from '../protocol/resume-point.ts';
import type { ConnectionParts } from './connection-parts.ts';
import { counterQuery, createCounterUpdates } from './counter-updates.server.ts';
import { Heartbeat } from './heartbeat.ts';
import { Listener } from './listener.ts';
import { Proof } from './proof.ts';

/** One client's connection: frames are answered one after the other, events are sent as they arrive. */
export class Connection {
  readonly #socket: WebSocket;
  readonly #parts: ConnectionParts;
  readonly #scene: Scene;
  readonly #listeners = new Map<string, Listener>();
  readonly #resume = new ResumePoint();
  readonly #proof: Proof;
  #greeted = false;
  #ended = false;
  #work: Promise<void> = Promise.resolve();
  #queued = 0;
  readonly #heartbeat: Heartbeat;
  #checkedAt = performance.now();
  readonly #helloTimer: NodeJS.Timeout;

  constructor(socket: WebSocket, cookie: string | undefined, parts: ConnectionParts, scene: Scene) {
    this.#socket = socket;
    this.#parts = parts;
    this.#scene = scene;
    this.#proof = new Proof(parts.platform.identity, cookie);
    this.#heartbeat = new Heartbeat(parts.limits);
    this.#helloTimer = setTimeout(
      () => this.end('hello_timeout', 'Send a hello frame within 5 seconds of connecting.'),
      parts.limits.helloMs,
    );
    socket.on('message', (data, binary) => this.#receive(String(data), binary));
    socket.on('ping', () => this.#countFrames(1));
    socket.on('pong', () => this.#countFrames(0));
    socket.on('close', () => this.#release());
    // A broken frame or a reset: `ws` closes the socket itself with the fitting code.
    socket.on('error', () => {});
  }

  get viewer(): Actor | null {
    return this.#proof.viewer;
  }

  get listenerCount(): number {
    return this.#listeners.size;
  }

  /** Sends the reason, closes, and terminates the socket after a short grace period. */
  end(reason: CloseReason, message: string): void {
    if (this.#ended) return;
    // A slow consumer would not receive the frame, and it would wait in our memory.
    if (reason !== 'slow_consumer') this.send({ type: 'error', code: reason, message });
    this.#release();
    this.#parts.onEnd(reason);
    this.#socket.close(closeCodes[reason], reason);
    setTimeout(() => this.#socket.terminate(), this.#parts.limits.closeGraceMs).unref();
  }

  send(frame: ServerFrame): void {
    if (!this.#ended) this.#socket.send(JSON.stringify(frame));
  }

  /** Sends an event's bytes, or drops a client that has stopped reading. */
  push(frame: Buffer): void {
    if (this.#ended) return;
    if (this.#socket.bufferedAmount > this.#parts.limits.bufferedBytes)
      this.end('slow_consumer', 'Events were read too slowly. Connect again with lastEventId.');
    else this.#socket.send(frame, { binary: false });
  }

  /** Runs what is due: a heartbeat, the end of a silent connection, a check of the session. */
  tick(nowMs: number): void {
    const due = this.#heartbeat.due(nowMs);
    if (due === 'end') {
      this.#release();
      this.#socket.terminate();
      return;
    }
    if (due === 'ping') this.#socket.ping();
    if (this.viewer && nowMs - this.#checkedAt > this.#parts.limits.sessionCheckMs) void this.checkSession();
  }

  /** Ends the connection when its session has ended. An unavailable database changes nothing. */
  async checkSession(): Promise<void> {
    this.#checkedAt = performance.now();
    const { platform, limiter } = this.#parts;
    try {
      if (!(await limiter(() => inScene(this.#scene, () => this.#proof.holds()))))
        this.end('session_ended', 'Your session has ended. Sign in again.');
    } catch (error) {
      platform.log.warn('a live session could not be checked', { error });
    }
  }

  /**
   * LI-09: removes listeners granted before `before` (milliseconds); the client subscribes again where it still needs
   * one.
   */
  removeListenersOlderThan(before: number): void {
    for (const listener of this.#listeners.values()) {
      if (listener.since >= before) continue;
      this.#drop(listener);
      this.send({
        type: 'error',
        id: listener.id,
        code: 'listener_expired',
        message: 'This subscription has expired after 1 hour. Subscribe again.',
      });
    }
  }

  #receive(text: string, binary: boolean): void {
    if (this.#ended || !this.#countFrames(1)) return;
    const parsed = binary ? { problem: 'Send text frames.' } : parseFrame(text);
    this.#queued++;
    this.#work = this.#work
      .then(() =>
        this.#ended
          ? undefined
          : 'frame' in parsed
            ? inScene(this.#scene, () => this.#answer(parsed.frame))
            : this.#refuse(parsed.problem, parsed.id),
      )
      .catch((error) => {
        this.#parts.platform.log.error('a live frame failed', { error });
        this.end('unavailable', 'Something went wrong. Connect again.');
      })
      .finally(() => {
        this.#queued--;
      });
  }

  /** Records a sign of life that costs `frames` of the client's allowance; false where that is used up. */
  #countFrames(frames: number): boolean {
    if (this.#heartbeat.note(frames) && this.#queued < this.#parts.limits.frameBurst) return true;
    this.end('too_many_frames', 'Too many frames. Connect again and send fewer.');
    return false;
  }

  #refuse(problem: string, id?: string): void {
    if (!this.#greeted) this.end('bad_request', 'Send a hello frame first.');
    else this.send({ type: 'error', ...(id === undefined ? {} : { id }), code: 'bad_frame', message: problem });
  }

  async #answer(frame: ParsedFrame): Promise<void> {
    if (frame.type === 'hello') return this.#hello(frame);
    if (!this.#greeted) return this.end('bad_request', 'Send a hello frame first.');
    if (frame.type === 'subscribe') return this.#subscribe(frame);
    if (frame.type === 'typing') {
      const refusal = await this.#parts.limiter(() => this.#parts.typing.publish(this.viewer, frame.threadId));
      if (refusal) this.send({ type: 'error', code: refusal.code, message: refusal.message });
      return;
    }
    if (frame.type === 'ping') {
      const { platform, hub } = this.#parts;
      return this.send({ type: 'pong', serverTime: platform.clock.now().toISOString(), lastEventId: hub.head });
    }
    const listener = this.#listeners.get(frame.id);
    if (listener) this.#drop(listener);
  }

  async #hello(frame: Extract<ParsedFrame, { type: 'hello' }>): Promise<void> {
    const { platform, hub, backlog, limiter } = this.#parts;
    if (this.#greeted) {
      // A later hello renews the proof of the session, so that a token of one hour does not end a longer visit.
      if (await limiter(() => this.#proof.renew(frame.token))) return;
      return this.send({
        type: 'error',
        code: 'bad_frame',
        message: 'The connection is already open. Send hello again only with a newer token of the same member.',
      });
    }
    clearTimeout(this.#helloTimer);
    this.#greeted = true;
    if (!(await limiter(() => this.#proof.establish(frame.token)))) {
      return this.end('token_refused', 'This token is no longer valid. Request a new one.');
    }
    this.#scene.actor = this.viewer?.id ?? null;
    const from = frame.lastEventId;
    const resumed = from !== undefined && (await limiter(() => backlog.reaches(from)));
    if (resumed) this.#resume.set(from);
    this.send({
      type: 'welcome',
      serverTime: platform.clock.now().toISOString(),
      resumed,
      lastEventId: hub.head,
      viewer: this.viewer?.id ?? null,
    });
  }

  async #subscribe(frame: Extract<ParsedFrame, { type: 'subscribe' }>): Promise<void> {
    const { platform, channels, hub, backlog, limits, limiter } = this.#parts;
    const refuse = (code: string, message: string) => this.send({ type: 'error', id: frame.id, code, message });
    if (this.#listeners.has(frame.id))
      return refuse('already_subscribed', 'A subscription with this id already exists. Use another id.');
    if (this.#listeners.size >= limits.listeners) {
      return refuse(
        'too_many_listeners',
        `You can have ${limits.listeners} subscriptions at a time. Unsubscribe from one first.`,
      );
    }
    const channel = Object.hasOwn(channels, frame.query) ? channels[frame.query] : undefined;
    if (!channel)
      return refuse('unknown_query', `The query "${frame.query}" doesn’t exist. See /api/docs for the queries.`);

    let granted: string[] | TimedTopics;
    try {
      granted = await limiter(() => channel.topics(platform, this.viewer, frame.params));
    } catch (error) {
      this.#scene.refused(error);
      if (isRefusal(error)) return refuse(error.code, error.message);
      throw error;
    }
    const from = frame.lastEventId ?? this.#resume.of(frame);
    const resumed = from !== undefined && (await limiter(() => backlog.reaches(from)));
    if (this.#ended) return;

    const { topics, until } = Array.isArray(granted) ? { topics: granted, until: null } : granted;
    const isOver = () => until !== null && platform.clock.now() >= until;
    // No `await` until the listener is registered: events up to this position are backlog, later ones are live.
    const upTo = hub.head;
    const after = resumed ? from : upTo;
    const { viewer } = this;
    const notifyCounters =
      frame.query === counterQuery && viewer ? createCounterUpdates(this.#parts, () => listener, viewer.id) : undefined;
    const listener: Listener = new Listener(
      {
        id: frame.id,
        topics,
        isOver,
        viewer,
        since: platform.clock.now().getTime(),
        after: Math.max(after, upTo),
        afterEvent: notifyCounters,
      },
      this,
    );
    this.#listeners.set(frame.id, listener);
    hub.add(listener);
    this.send({ type: 'subscribed', id: frame.id, lastEventId: upTo, ...(from === undefined ? {} : { resumed }) });
    let hasMissed = false;
    for await (const page of backlog.between(after, upTo, topics)) {
      hasMissed ||= page.length > 0;
      for (const event of page) if (!this.#ended) this.#socket.send(hub.encode(event).for(listener), { binary: false });
      await this.#written();
      if (this.#ended) return;
    }
    listener.goLive(hasMissed);
  }

  /** Resolves when the buffered page has been sent, so that a long backlog does not pile up in memory. */
  #written(): Promise<void> {
    if (this.#ended || this.#socket.bufferedAmount < this.#parts.limits.bufferedBytes / 2) return Promise.resolve();
    return new Promise((resolve) => this.#socket.ping(undefined, false, () => resolve()));
  }

  #drop(listener: Listener): void {
    this.#listeners.delete(listener.id);
    this.#parts.hub.remove(listener);
  }

  #release(): void {
    this.#ended = true;
    clearTimeout(this.#helloTimer);
    for (const listener of this.#listeners.values()) this.#parts.hub.remove(listener);
    this.#listeners.clear();
  }
}
