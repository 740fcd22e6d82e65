import { AsyncLocalStorage } from 'node:async_hooks';
import { type Scene, sceneKey } from './scene.ts';

const held = globalThis as { [sceneKey]?: AsyncLocalStorage<Scene> };
held[sceneKey] ??= new AsyncLocalStorage<Scene>();
const scenes = held[sceneKey];

/** Runs what a request asks for; whatever it tells the security log, however deep, is told as this request's. */
export function inScene<T>(scene: Scene, work: () => T): T {
  return scenes.run(scene, work);
}
