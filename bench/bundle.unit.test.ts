import { expect, test } from 'vitest';
import { isBuilt, pageWeights, publicLimitKb } from './bundle.ts';

/** Pages for members may carry more: an editor, a chart. */
const behindSignIn =
  /^\/(dashboard|listings\/(create|new|import|:\w+\/edit)|wanted\/(create|:\w+\/(answer|end))|orders|offers|messages|notifications|favorites|profile|settings|admin|auth\/complete)/;

test.skipIf(!isBuilt)('each public page ships at most 166 kB of gzipped JavaScript at first load', async () => {
  const heavy = (await pageWeights()).filter((page) => !behindSignIn.test(page.path) && page.scriptKb > publicLimitKb);
  expect(heavy).toEqual([]);
});
