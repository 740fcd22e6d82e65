import { setTimeout as pause } from 'node:timers/promises';
import { makeMembers, signIn } from './buyers.ts';
import { startConversations } from './conversations.ts';
import { startMarket } from './market.ts';
import { auditConversations } from './messages-audit.ts';
import { type Kill, type Kind, killTable } from './report.ts';
import { killOnce, readFaults, spread } from './single-process.ts';

/** So long after a kill a job or an order's page that died with it may take. */
const settleMs = 40_000;
const signInMs = 20 * 60_000;
/**
 * What is asked here is that nothing is lost; how soon a market is back is for a machine with nothing else to do
 * (`--faults` without `--talk`).
 */
const recoveryMs = 180_000;

export interface ConversationFaults {
  kills: Kill[];
  problems: string[];
  /** What was acknowledged, in words. */
  done: string;
}

/**
 * Kills the process of a market as `npm start` runs it, its embedded PostgreSQL, or both, in this order, while members
 * talk, offer, counter and accept. Answers what was acknowledged and all that is not so at the end.
 */
export async function killDuringConversations(
  schedule: readonly Kind[],
  say: (line: string) => void,
): Promise<ConversationFaults> {
  const market = await startMarket();
  try {
    const ids = await makeMembers(market.databaseUrl());
    const people = await signIn(ids, market.databaseUrl(), market.config);
    let signedInAt = Date.now();
    const conversations = startConversations({ url: market.process.url, ids, people });
    const words = () =>
      `${conversations.said().length} messages, ${conversations.offered().length} offers and ${conversations.accepted().length} acceptances acknowledged, ${conversations.failures()} requests asked again`;
    const kills: Kill[] = [];
    try {
      for (const [i, kind] of schedule.entries()) {
        kills.push(await killOnce(kind, market, conversations, recoveryMs));
        if ((i + 1) % 10 === 0) say(`  ${i + 1} kills: ${words()}`);
        if (Date.now() - signedInAt < signInMs) continue;
        Object.assign(people, await signIn(ids, market.databaseUrl(), market.config));
        signedInAt = Date.now();
      }
      await conversations.end();
      const problems = await untilWhole(() =>
        auditConversations(market.databaseUrl(), market.process.url, conversations),
      );
      return { kills, problems, done: words() };
    } catch (error) {
      say(market.process.output());
      // A member with an unexpected response has stopped, and is skipped.
      throw new Error([(error as Error).message, ...conversations.complaints()].join('\n'), { cause: error });
    } finally {
      await conversations.cut();
    }
  } finally {
    await market.close();
  }
}

/** An order's hold or a job may still be on its way: what is broken only for that is whole a moment later. */
async function untilWhole(audit: () => Promise<string[]>): Promise<string[]> {
  for (const since = Date.now(); ; await pause(1_000)) {
    const problems = await audit();
    if (problems.length === 0 || Date.now() - since > settleMs) return problems;
  }
}

/** `npm run bench -- --talk --faults process:40,database:10,both:10`: the same, printed. */
export async function benchMessageFaults(faults: string, say: (line: string) => void): Promise<void> {
  const startedAt = Date.now();
  const schedule = spread(readFaults(faults));
  say(
    `${schedule.length} kills of a market of one process, of its embedded PostgreSQL, or of both, in the middle of talk`,
  );
  const { kills, problems, done } = await killDuringConversations(schedule, say);
  say(
    `\n${killTable('killed, until something is done again', kills)}\n\n${done}; ${problems.length} problems. Took ${Math.round((Date.now() - startedAt) / 1_000)} s.`,
  );
  for (const problem of problems.slice(0, 20)) say(`  ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}
