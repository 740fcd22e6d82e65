import { existsSync, mkdirSync } from 'node:fs';
import { importCatalogueFiles } from '../src/features/catalogue/index.server.ts';
import { systemClock } from '../src/platform/clock/clock.ts';
import { ConfigError, readConfig } from '../src/platform/config/config.ts';
import { openDatabase } from '../src/platform/db/db.ts';
import { startEmbedded } from '../src/platform/db/embedded/embedded.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { reasonOf } from '../src/platform/log/fault.ts';
import { createLog } from '../src/platform/log/log.ts';
import { isAuditTask, runAuditTask } from './admin-audit.ts';
import { readBackupTask, runBackupTask } from './admin-backup.ts';
import { readDemoTask, runDemoTask } from './admin-demo.ts';
import { readMemberTask, runMemberTask } from './admin-member.ts';
import { readPremiumTask, runPremiumTask } from './admin-premium.ts';
import { readStorageTask, runStorageTask } from './admin-storage.ts';

const usage = `Usage: npm run admin -- COMMAND

  migrate                       bring the database to the newest schema
  catalogue import FILE…        import catalogue files (NDJSON, also gzipped); safe to repeat
  premium grant NAME [--months N]   give a member premium without payment; without months until it is revoked
  premium revoke NAME           take a granted premium away
  subscription sync NAME        read a member's subscription from Stripe again
  member suspend NAME --reason TEXT   sign a member out for good and hide profile and listings; TEXT is mailed to them
  member restore NAME           end a suspension
  member reset-factors NAME     take authenticator app, recovery codes and passkeys from a member who has lost them
  operator add NAME             give a member the rights of an operator; the pages are at /admin
  operator remove NAME          take them away again
  audit verify                  walk the chain of operators' acts, and name the first line that is not as it was written
  demo remove [--yes]           take the demo market out, and leave what others made; says what would go, --yes does it
  backup FILE [--without-photos]   everything of the market in one tar file, as of one moment; the market may run
  restore FILE [--replace]      bring it back into an empty database and store; --replace throws away what is there
  storage move to-s3|to-folder [--prune]   copy photos between DATA_DIR and the S3 store of the settings; safe to repeat

The market may be running meanwhile: both use the same database.
`;

/**
 * The operator's tasks. They use the running market's database, or start the embedded one for as long as they need it.
 */
async function main(words: string[]): Promise<number> {
  const [noun, verb, ...rest] = words;
  const premium = readPremiumTask(words);
  const member = readMemberTask(words);
  const storage = readStorageTask(words);
  const backup = readBackupTask(words);
  const demo = readDemoTask(words);
  const isKnown =
    premium !== null ||
    storage !== null ||
    backup !== null ||
    demo !== null ||
    member !== null ||
    isAuditTask(words) ||
    (noun === 'migrate' && verb === undefined) ||
    (noun === 'catalogue' && verb === 'import' && rest.length > 0);
  if (!isKnown) {
    process.stderr.write(usage);
    return 2;
  }
  for (const file of noun === 'catalogue' ? rest : []) {
    if (!existsSync(file)) throw new ConfigError([`${file} does not exist`]);
  }
  const config = readConfig(process.env);
  if (storage) {
    await runStorageTask(storage, config, say);
    return 0;
  }
  mkdirSync(config.dataDir, { recursive: true });
  const embedded = config.databaseUrl === null ? await startEmbedded(config.dataDir) : null;
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? '';
  const log = createLog(config.logLevel, { format: config.logFormat });
  try {
    if (backup) {
      await runBackupTask(backup, config, databaseUrl, say);
      return 0;
    }
    const ran = await migrate(databaseUrl, say);
    if (noun === 'migrate') {
      say(ran.length === 0 ? 'The schema is up to date.' : `${ran.length} migrations ran.`);
      return 0;
    }
    if (premium) {
      await runPremiumTask(premium, { config, databaseUrl, log: createLog('error') }, say);
      return 0;
    }
    if (member) {
      await runMemberTask(member, { config, databaseUrl, log: createLog('error') }, say);
      return 0;
    }
    if (demo) {
      await runDemoTask(demo, { config, databaseUrl, log: createLog('error') }, say);
      return 0;
    }
    const database = openDatabase(databaseUrl, log, 4);
    try {
      if (isAuditTask(words)) return await runAuditTask(database.db, say);
      const report = await importCatalogueFiles(
        { pool: database.pool, clock: systemClock },
        rest,
        ({ file, rows, share, step }) =>
          say(`${file}: ${step}, ${rows.toLocaleString('en')} rows (${Math.round(share * 100)} %)`),
      );
      say(
        `${report.rows.toLocaleString('en')} rows read, ${report.added.toLocaleString('en')} added, ${report.changed.toLocaleString('en')} changed.`,
      );
      return 0;
    } finally {
      await database.close();
    }
  } finally {
    await embedded?.leave();
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exitCode = 1;
}
