import { parseArgs } from 'node:util';
import { benchKills } from './faults/kills.ts';
import { benchRolling } from './faults/rolling-restart.ts';
import { benchFaults } from './faults/single-process.ts';
import { measureScenarios } from './lib/measure.ts';
import { withReleases } from './lib/releases.ts';
import { readScenarioData } from './lib/scenario.ts';
import { buy } from './scenarios/buy.ts';
import { cart } from './scenarios/cart.ts';
import { create } from './scenarios/create.ts';
import { benchFirstTap } from './scenarios/first-tap.ts';
import { benchImport, prepareImport } from './scenarios/import.ts';
import { benchLighthouse } from './scenarios/lighthouse.ts';
import { benchMessages } from './scenarios/messages.ts';
import { pages } from './scenarios/pages.ts';
import { search } from './scenarios/search.ts';

// docs/performance.md describes the options.
const { values: flags } = parseArgs({
  options: {
    beside: { type: 'string' },
    listings: { type: 'string', default: '20000' },
    million: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '5' },
    import: { type: 'boolean', default: false },
    rows: { type: 'string', default: '50000' },
    lighthouse: { type: 'boolean', default: false },
    'first-tap': { type: 'boolean', default: false },
    talk: { type: 'boolean', default: false },
    rolling: { type: 'string' },
    kills: { type: 'string' },
    buys: { type: 'string', default: '1000' },
    faults: { type: 'string' },
  },
});
const say = (line: string) => process.stdout.write(`${line}\n`);
const [rounds, seconds, isMillion] = [Number(flags.rounds), Number(flags.seconds), flags.million];
const options = { listings: isMillion ? 1_000_000 : Number(flags.listings), beside: flags.beside ?? null, say };

if (flags.rolling) await benchRolling(Number(flags.rolling), say);
else if (flags.kills) await benchKills({ targets: flags.kills.split(','), buys: Number(flags.buys), say });
else if (flags.faults) await benchFaults(flags.faults, flags.talk, say);
else if (flags.talk) await benchMessages(Math.max(30, seconds), say);
else if (flags.import) {
  await withReleases(
    options,
    (start) => prepareImport(start, Number(flags.rows)),
    (releases, file) => benchImport(releases, file, say),
  );
} else if (flags.lighthouse || flags['first-tap']) {
  const measure = flags.lighthouse ? benchLighthouse : benchFirstTap;
  await withReleases(
    options,
    async () => {},
    (releases) => measure(releases, rounds, say),
  );
} else {
  await withReleases(
    options,
    (start) => readScenarioData(start, rounds),
    (releases, data) => {
      const isChosen = (name: string, millionGoal: string | null) =>
        name.includes(flags.only) && (!isMillion || millionGoal !== null);
      // Writes come last: all reads meet the same rows.
      const scenarios = [search, pages, cart, create, buy].flatMap((scenario) => scenario(data));
      return measureScenarios(
        releases,
        scenarios.filter(({ name, millionGoal }) => isChosen(name, millionGoal)),
        { rounds, seconds, isMillion, say },
      );
    },
  );
}
