import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#platform/http/free-port.ts';

export interface S3Server {
  settings: { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string };
  /** The settings as environment variables. */
  env: Record<string, string>;
  close(): Promise<void>;
}

const program = join(import.meta.dirname, '../../../node_modules/s3rver/bin/s3rver.js');

/** An S3 server (s3rver) in a child process on loopback, with one empty bucket. */
export async function startS3Server(): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'sleeved-s3-'));
  const port = await freePort();
  // It encrypts its page tokens with DES, which OpenSSL 3 has only in the legacy provider.
  const flags = [
    '--openssl-legacy-provider',
    '--no-deprecation',
    program,
    '-d',
    directory,
    '-a',
    '127.0.0.1',
    '-p',
    String(port),
  ];
  const child = spawn(process.execPath, [...flags, '--configure-bucket', 'market'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const receive = (chunk: Buffer) => {
      output = (output + chunk).slice(-2_000);
      if (output.includes('listening on')) resolve();
    };
    child.stdout.on('data', receive);
    child.stderr.on('data', receive);
    child.on('error', reject);
    child.on('exit', () => reject(new Error(`the S3 server ended: ${output}`)));
  });
  const settings = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'market',
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  };
  return {
    settings,
    env: {
      S3_ENDPOINT: settings.endpoint,
      S3_BUCKET: settings.bucket,
      S3_ACCESS_KEY_ID: settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
    },
    close: async () => {
      child.kill();
      await ended;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
