import { type ChildProcess, execFile, fork } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log } from '../log/log.ts';
import { programFile } from '../program.ts';
import { PictureError, type ProcessedPicture } from './pictures.ts';
import type { WorkerAnswer, WorkerOrder } from './worker.ts';

/** What it may read: pictures of strangers, or drawings of our own. */
export type WorkerRole = 'upload' | 'draw';
export type PictureOrder = Omit<WorkerOrder, 'id' | 'folder'>;

/** A worker that has had nothing to do for this long is let go: it holds some 60 MB. */
const idleMs = 60_000;
const heapMb = 128;
/**
 * Decoded pixels live outside the heap: 40 megapixels with transparency take 160 MB, and twice that while they are
 * turned. The limit counts addresses and not pages in use: an idle worker has 600 MB of them.
 */
const dataBytes = 1_536 * 1024 * 1024;
/**
 * Decoding leaves a little behind that is never given back; long before it could touch the limit above the worker is
 * replaced.
 */
const ordersPerWorker = 40;
const workerFile = programFile('platform/pictures/worker');

/**
 * Runs one order at a time in one child process, which is killed and replaced when it dies or takes too long. Who comes
 * next is not decided here.
 */
export class WorkerQueue {
  readonly #role: WorkerRole;
  readonly #log: Log;
  readonly #wallMs: number;
  #child: ChildProcess | null = null;
  #orders = 0;
  /** Pictures that the present worker has been given. */
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

  /** Throws `PictureError`. Not to be called before the order before has ended. */
  async run(order: PictureOrder): Promise<ProcessedPicture> {
    const folder = await mkdtemp(join(tmpdir(), 'picture-'));
    try {
      const answer = await this.#askTwice({ ...order, folder });
      if (!answer.ok) throw new PictureError(answer.problem);
      const sizes = await Promise.all(
        answer.widths.map(async (width) => ({ width, bytes: await readFile(join(folder, `${width}.webp`)) })),
      );
      return { width: answer.width, height: answer.height, sizes, placeholder: answer.placeholder };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /**
   * A worker that has used up its memory on earlier pictures calls a good one damaged: only a fresh worker's word
   * counts. A worker is replaced before it comes to that.
   */
  async #askTwice(order: Omit<WorkerOrder, 'id'>): Promise<WorkerAnswer> {
    if (this.#served >= ordersPerWorker) this.close();
    const isFresh = this.#child === null;
    const answer = await this.#ask(order);
    if (answer.ok || isFresh || answer.problem !== 'damaged') return answer;
    this.#log.warn('a picture is tried again by a fresh worker', { role: this.#role, detail: answer.detail });
    this.close();
    return this.#ask(order);
  }

  #ask(order: Omit<WorkerOrder, 'id'>): Promise<WorkerAnswer> {
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
      const give = (detail: string) => {
        if (this.#child === child) this.#child = null;
        child.kill('SIGKILL');
        this.#log.warn('a picture broke its worker', { role: this.#role, detail });
        end({ id, ok: false, problem: 'too_costly', detail });
      };
      const timer = setTimeout(() => give('it took too long'), this.#wallMs);
      const onExit = (code: number | null, signal: string | null) => give(`the worker ended (${signal ?? code})`);
      const onMessage = (answer: WorkerAnswer) => {
        if (answer.id === id) end(answer);
      };
      child.on('message', onMessage);
      child.on('exit', onExit);
      child.send({ id, ...order }, (error) => {
        if (error) give(error.message);
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
      // Nothing of the parent's secrets: the worker needs none.
      env: { PATH: process.env.PATH ?? '', MALLOC_ARENA_MAX: '2', VIPS_BLOCK_UNTRUSTED: '1' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
    // Where the tool exists (Linux). Elsewhere the pixel limit and the time bound what a picture can take.
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
