import { existsSync, mkdirSync } from 'node:fs';
import { importCatalogueFiles } from '../src/features/catalogue/index.server.ts';
import { plural } from '../src/kernel/format.ts';
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

  migrate                       update the database to this version
  catalogue import FILE…        import card data (NDJSON, also gzipped); safe to repeat
  premium grant NAME [--months N]   grant complimentary Premium; without --months until you revoke it
  premium revoke NAME           revoke complimentary Premium
  subscription sync NAME        update a subscription from Stripe
  member suspend NAME --reason TEXT   suspend a member, hide profile and listings, and email the reason
  member restore NAME           end a suspension
  member reset-factors NAME     remove a lost authenticator app, recovery codes and passkeys
  operator add NAME             make a member an admin; the admin pages are at /admin
  operator remove NAME          remove the admin rights of a member
  audit verify                  verify the audit log and report the first changed line
  demo remove [--yes]           list the demo data; with --yes remove it and keep the data of other members
  backup FILE [--without-photos]   save all data in one tar file; also while Sleeved is running
  restore FILE [--replace]      restore a backup to an empty database and store; --replace deletes existing data
  storage move to-s3|to-folder [--prune]   copy photos between DATA_DIR and the S3 store; safe to repeat

Most commands can run while Sleeved is running. Stop it before restore and demo remove.
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
    if (!existsSync(file)) throw new ConfigError([`${file} doesn’t exist. Check the path.`]);
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
      say(
        ran.length === 0
          ? 'The database is up to date.'
          : `Ran ${plural(ran.length, { one: '# migration', other: '# migrations' })}.`,
      );
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
          say(`${file}: ${step}, ${rows.toLocaleString('en')} rows (${Math.round(share * 100)}%)`),
      );
      say(
        `Rows read: ${report.rows.toLocaleString('en')}. Added: ${report.added.toLocaleString('en')}. Changed: ${report.changed.toLocaleString('en')}.`,
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
