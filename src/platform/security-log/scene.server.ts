import { AsyncLocalStorage } from 'node:async_hooks';
import { type Scene, setSceneStore } from './scene.ts';

const scenes = new AsyncLocalStorage<Scene>();
setSceneStore(scenes);

/** Runs what a request asks for; whatever it tells the security log, however deep, is told as this request's. */
export function inScene<T>(scene: Scene, work: () => T): T {
  return scenes.run(scene, work);
}
