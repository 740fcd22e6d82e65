import { AsyncLocalStorage } from 'node:async_hooks';
import { type Scene, setSceneStore } from './scene.ts';

const scenes = new AsyncLocalStorage<Scene>();
setSceneStore(scenes);

/** Runs the work of a request; all its entries in the security log, however deep, get this context. */
export function inScene<T>(scene: Scene, work: () => T): T {
  return scenes.run(scene, work);
}
