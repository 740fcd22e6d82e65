import type { Plugin } from 'vite';

/** Files that pass on the exports of many others: what a page takes through them says nothing about what every page needs. */
const passesOn = /\/node_modules\/lucide-react\/dist\/esm\/lucide-react\.|\/widgets\.tsx$/;
const starts = [/\/src\/root\.tsx\?__react-router-build-client-route$/, /\/src\/entry\.client\.tsx$/];

/**
 * Puts what every page needs into two files, one for the framework and one for the frame around the pages. Left alone the bundler cuts it into
 * some thirty shared chunks, whose imports and separate compression cost 9 kB of the 150 that a public page may ship.
 */
export function wholeFrame(): Plugin {
  const everywhere = new Set<string>();
  return {
    name: 'whole-frame',
    applyToEnvironment: (environment) => environment.name === 'client',
    buildEnd() {
      everywhere.clear();
      const waiting = [...this.getModuleIds()].filter((id) => starts.some((start) => start.test(id)));
      for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
        if (everywhere.has(id)) continue;
        everywhere.add(id);
        if (passesOn.test(id)) continue;
        waiting.push(...(this.getModuleInfo(id)?.importedIds ?? []));
      }
    },
    configEnvironment(name) {
      if (name !== 'client') return;
      const belongs = (id: string) => everywhere.has(id) && !id.includes('.css');
      return {
        build: {
          rolldownOptions: {
            output: {
              codeSplitting: {
                groups: [
                  {
                    name: 'framework',
                    priority: 2,
                    test: (id) => belongs(id) && /\/node_modules\/(react|react-dom|react-router|scheduler|cookie)\//.test(id),
                  },
                  { name: 'frame', priority: 1, test: (id) => belongs(id) && !/\/src\/(root|entry\.client)\.tsx/.test(id) },
                ],
              },
            },
          },
        },
      };
    },
  };
}
