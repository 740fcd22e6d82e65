import { verifyActs } from '../src/platform/audit/verify-acts.server.ts';
import type { Db } from '../src/platform/db/db.ts';

export function isAuditTask(words: readonly string[]): boolean {
  return words.join(' ') === 'audit verify';
}

/** Walks the whole chain. Answers how the command ends: 0 when it is whole. */
export async function runAuditTask(db: Db, say: (line: string) => void): Promise<number> {
  const { wholeTo, hash, broken } = await verifyActs(db);
  if (broken) {
    say(`The chain is whole up to line ${wholeTo}. At line ${broken.line}: ${broken.what}.`);
    return 1;
  }
  say(
    `The chain is whole up to line ${wholeTo}. Its end: ${hash || 'nothing yet'}. Keep it elsewhere: a log that was rewritten whole has another one.`,
  );
  return 0;
}
