import { parseArgs } from 'node:util';
import { benchFaults } from './faults.ts';
import { benchTalkFaults } from './faults-talk.ts';
import { benchImport, prepareImport } from './import.ts';
import { benchKills } from './kills.ts';
import { benchFirstTap, benchLighthouse } from './lighthouse.ts';
import { measureRows } from './measure.ts';
import { withReleases } from './releases.ts';
import { benchRolling } from './rolling.ts';
import { makeRows } from './rows.ts';
import { benchTalk } from './talk.ts';

const { values: flags } = parseArgs({
  options: {
    /** The folder of another built checkout: both releases are measured by turns. */
    beside: { type: 'string' },
    listings: { type: 'string', default: '20000' },
    /** A million listings, and the rows that are asked of so many. */
    million: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '5' },
    /** Only rows whose name contains this. */
    only: { type: 'string', default: '' },
    /** Browse beside a file of `--rows` rows that is being listed. */
    import: { type: 'boolean', default: false },
    rows: { type: 'string', default: '50000' },
    /** Lighthouse as a slow phone: home, browse and a listing. */
    lighthouse: { type: 'boolean', default: false },
    /** The first tap on a listing page on a slow phone. */
    'first-tap': { type: 'boolean', default: false },
    /** 1,000 members write 50 messages a second; none may be lost. */
    talk: { type: 'boolean', default: false },
    /** Restarts three processes behind haproxy in turn under load, so many times. */
    rolling: { type: 'string' },
    /** Kills each of these in the middle of purchases: web, realtime, worker, postgres, redis; comma separated. */
    kills: { type: 'string' },
    /** Copies that are bought while `--kills` goes on, by two people each. */
    buys: { type: 'string', default: '1000' },
    /**
     * Kills a server of one process, its database or both so many times, for example `process:200,database:50,both:50`:
     * in the middle of purchases, with `--talk` of messages and offers.
     */
    faults: { type: 'string' },
  },
});
const say = (line: string) => process.stdout.write(`${line}\n`);
const [rounds, seconds] = [Number(flags.rounds), Number(flags.seconds)];
const isMillion = flags.million;
const options = { listings: isMillion ? 1_000_000 : Number(flags.listings), beside: flags.beside ?? null, say };

if (flags.rolling) await benchRolling(Number(flags.rolling), say);
else if (flags.kills) await benchKills({ targets: flags.kills.split(','), buys: Number(flags.buys), say });
else if (flags.faults) await (flags.talk ? benchTalkFaults : benchFaults)(flags.faults, say);
else if (flags.talk) await benchTalk(Math.max(30, seconds), say);
else if (flags.import) {
  await withReleases(
    options,
    (start) => prepareImport(start, Number(flags.rows)),
    (releases, file) => benchImport(releases, file, say),
  );
} else if (flags.lighthouse || flags['first-tap']) {
  const measureInBrowser = flags.lighthouse ? benchLighthouse : benchFirstTap;
  await withReleases(
    options,
    async () => {},
    (releases) => measureInBrowser(releases, rounds, say),
  );
} else {
  await withReleases(
    options,
    ({ databaseUrl, config, market }) => makeRows(databaseUrl, config, market, rounds),
    (releases, rows) => {
      const chosen = rows.filter((row) => row.name.includes(flags.only) && (!isMillion || row.millionGoal !== null));
      return measureRows(releases, chosen, { rounds, seconds, isMillion, say });
    },
  );
}
