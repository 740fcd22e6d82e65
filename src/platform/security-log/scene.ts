import type { SecurityLog } from './security-log.ts';

/** The current request, as context for the security log. */
export interface Scene {
  readonly requestId: string;
  /** The client's address, as far as the proxies are trusted; empty if unknown. */
  address(): string;
  /** Id of the signed-in member; null for a visitor, and before it is known. */
  actor: string | null;
  readonly security: SecurityLog;
  /** Logs an error of the request, if it is a refusal by a feature's policy or for its origin. */
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

/** The current request; undefined in a job, at the start and in a browser. */
export function currentScene(): Scene | undefined {
  return store?.getStore();
}
