import { type ChildProcess, execFile, fork } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log } from '../log/log.ts';
import { programFile } from '../program.ts';
import { PictureError, type ProcessedPicture } from './pictures.ts';
import type { WorkerAnswer, WorkerOrder } from './worker.ts';

/** What it may read: uploads, or our own drawings. */
export type WorkerRole = 'upload' | 'draw';
export type PictureOrder = Omit<WorkerOrder, 'id' | 'folder'>;

/** An idle worker is ended after this time: it uses about 60 MB. */
const idleMs = 60_000;
const heapMb = 128;
/**
 * Decoded pixels are outside the heap: 40 megapixels with transparency take 160 MB, and twice that while they are
 * rotated. The limit counts address space and not resident pages: an idle worker has 600 MB of it.
 */
const dataBytes = 1_536 * 1024 * 1024;
/** Decoding leaks a little memory; the worker is replaced long before it could reach the limit above. */
const ordersPerWorker = 40;
const workerFile = programFile('platform/pictures/worker');

/**
 * Runs one order at a time in one child process, which is killed and replaced when it dies or takes too long. The
 * caller decides the order.
 */
export class WorkerQueue {
  readonly #role: WorkerRole;
  readonly #log: Log;
  readonly #wallMs: number;
  #child: ChildProcess | null = null;
  #orders = 0;
  /** Pictures of the current worker. */
  #served = 0;
  #idle: NodeJS.Timeout | null = null;

  constructor(role: WorkerRole, log: Log, wallMs: number) {
    this.#role = role;
    this.#log = log;
    this.#wallMs = wallMs;
  }

  close(): void {
    this.#child?.kill('SIGKILL');
    this.#child = null;
    if (this.#idle) clearTimeout(this.#idle);
  }

  /** Throws `PictureError`. The previous order must have ended. */
  async run(order: PictureOrder): Promise<ProcessedPicture> {
    const folder = await mkdtemp(join(tmpdir(), 'picture-'));
    try {
      const answer = await this.#sendTwice({ ...order, folder });
      if (!answer.ok) throw new PictureError(answer.problem);
      const sizes = await Promise.all(
        answer.widths.map(async (width) => ({
          width,
          bytes: await readFile(join(folder, `${width}.${order.format ?? 'webp'}`)),
        })),
      );
      return { width: answer.width, height: answer.height, sizes, placeholder: answer.placeholder };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /**
   * A worker that has used up its memory reports a good picture as damaged, so only the answer of a fresh worker
   * counts. Usually a worker is replaced earlier.
   */
  async #sendTwice(order: Omit<WorkerOrder, 'id'>): Promise<WorkerAnswer> {
    if (this.#served >= ordersPerWorker) this.close();
    const isFresh = this.#child === null;
    const answer = await this.#send(order);
    if (answer.ok || isFresh || answer.problem !== 'damaged') return answer;
    this.#log.warn('a picture is tried again by a fresh worker', { role: this.#role, detail: answer.detail });
    this.close();
    return this.#send(order);
  }

  #send(order: Omit<WorkerOrder, 'id'>): Promise<WorkerAnswer> {
    if (this.#idle) clearTimeout(this.#idle);
    const child = this.#child ?? this.#start();
    this.#child = child;
    const id = ++this.#orders;
    this.#served++;
    return new Promise<WorkerAnswer>((resolve) => {
      const end = (answer: WorkerAnswer) => {
        clearTimeout(timer);
        child.off('message', onMessage);
        child.off('exit', onExit);
        resolve(answer);
      };
      const giveUp = (detail: string) => {
        if (this.#child === child) this.#child = null;
        child.kill('SIGKILL');
        this.#log.warn('a picture broke its worker', { role: this.#role, detail });
        end({ id, ok: false, problem: 'too_costly', detail });
      };
      const timer = setTimeout(() => giveUp('it took too long'), this.#wallMs);
      const onExit = (code: number | null, signal: string | null) => giveUp(`the worker ended (${signal ?? code})`);
      const onMessage = (answer: WorkerAnswer) => {
        if (answer.id === id) end(answer);
      };
      child.on('message', onMessage);
      child.on('exit', onExit);
      child.send({ id, ...order }, (error) => {
        if (error) giveUp(error.message);
      });
    }).finally(() => {
      this.#idle = setTimeout(() => this.close(), idleMs);
      this.#idle.unref();
    });
  }

  #start(): ChildProcess {
    this.#served = 0;
    const child = fork(workerFile, [this.#role], {
      execArgv: [`--max-old-space-size=${heapMb}`, '--expose-gc', '--disable-warning=ExperimentalWarning'],
      // Without the parent's secrets: the worker needs none.
      env: { PATH: process.env.PATH ?? '', MALLOC_ARENA_MAX: '2', VIPS_BLOCK_UNTRUSTED: '1' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
    // Where the tool exists (Linux). Elsewhere the pixel limit and the timeout bound the memory.
    if (child.pid) execFile('prlimit', ['--pid', String(child.pid), `--data=${dataBytes}`], () => {});
    child.on('error', (error) => this.#log.warn('a picture worker could not be started', { error }));
    child.on('exit', () => {
      if (this.#child === child) this.#child = null;
    });
    child.unref();
    child.channel?.unref();
    return child;
  }
}
