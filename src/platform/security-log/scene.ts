import type { SecurityLog } from './security-log.ts';

/** The request that is being served, as the security log names it. */
export interface Scene {
  readonly requestId: string;
  /** Of the client, as far as the proxies are trusted; empty where nobody can know. */
  address(): string;
  /** Who asks; null for a visitor, and before it is known. */
  actor: string | null;
  readonly security: SecurityLog;
  /** What was thrown to whoever asks: a refusal by a room's policy, or for its origin, is told to the log. */
  refused(error: unknown): void;
}

interface SceneStore {
  getStore(): Scene | undefined;
}

let store: SceneStore | null = null;

/** Called by `scene.server.ts`: this module also runs in browsers, which have no `AsyncLocalStorage`. */
export function setSceneStore(scenes: SceneStore): void {
  store = scenes;
}

/** The request in whose course this is called; undefined in a job, at the start and in a browser. */
export function currentScene(): Scene | undefined {
  return store?.getStore();
}
