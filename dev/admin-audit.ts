import { verifyActs } from '../src/platform/audit/verify-acts.server.ts';
import type { Db } from '../src/platform/db/db.ts';

export function isAuditTask(words: readonly string[]): boolean {
  return words.join(' ') === 'audit verify';
}

/** Walks the whole chain. Answers how the command ends: 0 when it is whole. */
export async function runAuditTask(db: Db, say: (line: string) => void): Promise<number> {
  const { wholeTo, hash, broken } = await verifyActs(db);
  if (broken) {
    say(`The audit log is unchanged up to line ${wholeTo}. Line ${broken.line}: ${broken.what}.`);
    return 1;
  }
  say(
    `The audit log is unchanged up to line ${wholeTo}. Final hash: ${hash || 'none yet'}. Store this hash elsewhere. It changes if the whole log is rewritten.`,
  );
  return 0;
}
