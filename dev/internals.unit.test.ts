import { join } from 'node:path';
import { expect, test } from 'vitest';
import { frameworkInternals, internalsProblems } from './internals.ts';

test('no file uses what its framework keeps for itself', () => {
  expect(internalsProblems(join(import.meta.dirname, '..'))).toEqual([]);
});

test('each internal is seen with its place, and public names are not', () => {
  const used = [
    "import { UNSAFE_DataRouterContext } from 'react-router';",
    'window.__reactRouterContext.streamController.close();',
    'const all = window.__reactRouterManifest;',
    'staticHandlerContext.loaderData[id] = facts;',
    "Object.keys(element).find((key) => key.startsWith('__reactProps$'));",
    'React.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE.H;',
  ];
  expect(used.map((text) => frameworkInternals([['src/x.ts', text]]).length)).toEqual(used.map(() => 1));
  expect(frameworkInternals([['src/x.ts', `const a = 1;\n${used[0]}\n`]])).toEqual([
    'src/x.ts:2 uses UNSAFE_DataRouterContext, an internal of React Router: use its public API',
  ]);
  const publicNames = [
    "import { useMatches, useRevalidator } from 'react-router';",
    'useRouteLoaderData<RootData>("root")',
  ];
  expect(frameworkInternals(publicNames.map((text) => ['src/y.ts', text] as const))).toEqual([]);
});
