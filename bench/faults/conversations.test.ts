import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { program } from '../../dev/node-flags.mjs';
import { startConversations } from './conversations.ts';
import { killDuring } from './single-process.ts';

const isBuilt = existsSync(join(process.cwd(), program));

/** The few kills of every run; `npm run bench -- --talk --faults process:40,database:10,both:10` for a long one. */
test.skipIf(!isBuilt)(
  'kill -9 of the market or its database in the middle of talk: no message lost, doubled or out of order, no copy promised twice',
  {
    timeout: 300_000,
  },
  async () => {
    const schedule = ['process', 'both', 'database'] as const;
    const { kills, problems, summary } = await killDuring(startConversations, schedule, () => {}, 180_000);
    expect(problems, summary).toEqual([]);
    // Kills that met nothing would find anything whole.
    expect(
      kills.reduce((sum, { underWay }) => sum + underWay, 0),
      summary,
    ).toBeGreaterThan(3);
  },
);
