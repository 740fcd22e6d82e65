import { afterAll, beforeAll, expect, test } from 'vitest';
import * as crafted from '#platform/pictures/crafted.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { type S3Server, startS3Server } from '#testing/servers/s3-server.ts';
import { readStorageTask, runStorageTask } from './admin-storage.ts';

let onFolder: TestMarket;
let onBucket: TestMarket;
let server: S3Server;
beforeAll(async () => {
  server = await startS3Server();
  onFolder = await startTestMarket();
  onBucket = await startTestMarket({
    env: { ...server.env, DATABASE_URL: onFolder.platform.config.databaseUrl ?? '' },
  });
}, 60_000);
afterAll(async () => {
  await onBucket?.close();
  await onFolder?.close();
  await server?.close();
});

test('the words of the command line', () => {
  const read = (line: string) => readStorageTask(line.split(' '));
  expect(read('storage move to-s3')).toEqual({ to: 's3', prune: false });
  expect(read('storage move to-folder --prune')).toEqual({ to: 'folder', prune: true });
  for (const line of [
    'storage',
    'storage move',
    'storage move s3',
    'storage move to-s3 now',
    'storage copy to-s3',
    'storage move to-s3 --prune --prune',
  ])
    expect(read(line), line).toBeNull();
});

async function addPicture(market: TestMarket, member: TestMember): Promise<string> {
  const body = new FormData();
  body.set('photo', new Blob([new Uint8Array(await crafted.photo())]), 'me.jpg');
  const answer = await market.request('POST', '/api/profile/avatar', { as: member, body });
  expect(answer.status).toBe(200);
  return answer.body.avatarUrl;
}

async function bytesOf(market: TestMarket, address: string): Promise<string> {
  const answer = await fetch(market.url + address);
  return `${answer.status} ${answer.headers.get('content-type')} ${Buffer.from(await answer.arrayBuffer()).toString('hex')}`;
}

test("a running market's pictures go to the bucket and back, and both serve the same bytes", async () => {
  const said: string[] = [];
  const config = { ...onBucket.platform.config, dataDir: onFolder.platform.config.dataDir };
  const move = (line: string) => {
    const task = readStorageTask(line.split(' '));
    if (!task) throw new Error('not a task');
    said.length = 0;
    return runStorageTask(task, config, (text) => said.push(text));
  };
  const first = await addPicture(onFolder, await onFolder.signUp());
  expect(await bytesOf(onBucket, first)).toMatch(/^404 /);
  await move('storage move to-s3');
  expect(said).toContain('Copied: 3. Already there: 0.');
  expect(await bytesOf(onBucket, first)).toBe(await bytesOf(onFolder, first));
  expect(await bytesOf(onBucket, first)).toMatch(/^200 image\/webp 52494646/);

  const second = await addPicture(onFolder, await onFolder.signUp());
  await move('storage move to-s3');
  expect(said).toContain('Copied: 3. Already there: 3.');
  expect(await bytesOf(onBucket, second)).toBe(await bytesOf(onFolder, second));

  const third = await addPicture(onBucket, await onBucket.signUp('Bucket_1'));
  await move('storage move to-folder');
  expect(await bytesOf(onFolder, third)).toBe(await bytesOf(onBucket, third));
  await expect(runStorageTask({ to: 's3', prune: false }, { ...config, s3: null }, () => {})).rejects.toThrow(
    'S3_SECRET_ACCESS_KEY first.',
  );
});
