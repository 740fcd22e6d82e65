import { createRequestHandler } from 'react-router';
import { productionBuild } from '#app/pages.server.ts';
import { type PageScope, rememberer } from '#platform/http/page.ts';
import type { Actor } from '#platform/identity/actor.ts';
import type { Platform } from '#platform/platform.ts';

export type Render = (path: string, userId: string) => Promise<number>;

/** Makes a member's pages inside this process; answers how many milliseconds one took. */
export async function renderer(platform: Platform): Promise<Render> {
  const build = await (await productionBuild())();
  const handle = createRequestHandler(build, 'production');
  return async (path, userId) => {
    const actor: Actor = { id: userId, role: 'member', via: 'cookie', sessionId: null, signedInAt: new Date() };
    const scope: PageScope = {
      platform,
      actor,
      requestId: 'bench',
      address: '127.0.0.1',
      nonce: 'bench',
      once: rememberer(),
      dependsOn: () => {},
      failed: (error) => {
        throw error;
      },
    };
    const before = performance.now();
    const request = new Request(platform.config.appUrl + path);
    const answer = await handle(request, build.entry.module.makeLoadContext(scope));
    await answer.text();
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
    return performance.now() - before;
  };
}

/** Two of a kind in turns, so that both meet the same moments of the machine: sorted milliseconds of each. */
export async function inTurns(times: number, small: () => Promise<number>, large: () => Promise<number>): Promise<[number[], number[]]> {
  const taken: [number[], number[]] = [[], []];
  for (let n = 0; n < times + 20; n++) {
    const [a, b] = [await small(), await large()];
    if (n < 20) continue;
    taken[0].push(a);
    taken[1].push(b);
  }
  return taken.map((values) => values.sort((x, y) => x - y)) as [number[], number[]];
}

export const shareOf = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
