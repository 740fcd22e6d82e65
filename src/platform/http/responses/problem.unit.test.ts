import { expect, test } from 'vitest';
import { Refusal } from '#kernel/refusal.ts';
import { diskFullRefusal } from '../../db/embedded/disk-space.ts';
import { createLog } from '../../log/log.ts';
import { problemResponse } from './problem.ts';

function answered(thrown: unknown): { status: number; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = [];
  const { status } = problemResponse(
    thrown,
    'request-1',
    createLog('info', { write: (line) => lines.push(JSON.parse(line)) }),
  );
  return { status, lines };
}

test('a full disk and an unavailable store log one line with the cause', () => {
  const full = Object.assign(new Error('could not extend file'), { code: '53100' });
  expect(answered(diskFullRefusal(new Error('Failed query', { cause: full })))).toMatchObject({
    status: 507,
    lines: [{ level: 'warn', requestId: 'request-1', code: 'no_room', error: 'could not extend file' }],
  });
  const away = Object.assign(new Refusal(503, 'files_away', 'Photos cannot be reached.'), {
    cause: new Error('connect ECONNREFUSED'),
  });
  expect(answered(away).lines).toMatchObject([{ level: 'warn', code: 'files_away', error: 'connect ECONNREFUSED' }]);
  expect(answered(Object.assign(new Error('no database'), { code: '57P01' })).lines).toHaveLength(1);
});

test('a refusal of the caller logs nothing', () => {
  expect(answered(new Refusal(409, 'wrong_state', 'It is sold.'))).toEqual({ status: 409, lines: [] });
});

test('the message of a full disk does not claim that nothing changed: one of two writes may have succeeded', () => {
  expect(diskFullRefusal({ code: 'ENOSPC' })?.message).toBe(
    'We couldn’t save this because our storage is full. Try again later.',
  );
});

test('a broken HTTP message is not an unavailable database; a broken connection of the driver is', () => {
  const broken = (message: string) => answered(Object.assign(new Error(message), { code: 'ECONNRESET' })).status;
  expect([broken('aborted'), broken('socket hang up'), broken('read ECONNRESET')]).toEqual([500, 500, 503]);
});
