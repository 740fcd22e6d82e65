import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchProviderPhoto, photoAddress, providerPhotoBytes } from './provider-photo.ts';

let url = '';
const server = createServer((request, response) => {
  const size = Number(/^\/size\/(\d+)$/.exec(request.url ?? '')?.[1] ?? -1);
  if (size >= 0) return response.end(Buffer.alloc(size));
  if (request.url === '/moved') return response.writeHead(302, { location: '/size/3' }).end();
  response.writeHead(Number(request.url?.slice(1))).end();
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const google = 'https://accounts.google.com';

test('[EN-01] a photo is fetched only from Google’s own hosts and from the issuer', () => {
  expect(photoAddress('https://lh3.googleusercontent.com/a/Abc=s96-c', google)).toBe(
    'https://lh3.googleusercontent.com/a/Abc=s384-c',
  );
  expect(photoAddress('https://lh3.googleusercontent.com/a/Abc', google)).toBe(
    'https://lh3.googleusercontent.com/a/Abc',
  );
  expect(photoAddress('http://127.0.0.1:4398/sandbox/google/photo/x', 'http://127.0.0.1:4398/sandbox/google')).toMatch(
    /photo\/x$/,
  );
  const refused = [
    'http://lh3.googleusercontent.com/a',
    'https://lh3.googleusercontent.com:8443/a',
    'https://me@lh3.googleusercontent.com/a',
    'https://googleusercontent.com.example/a',
    'https://notgoogleusercontent.com/a',
    'https://169.254.169.254/latest/meta-data',
    'http://127.0.0.1:5432/',
    'file:///etc/passwd',
    `https://lh3.googleusercontent.com/${'a'.repeat(2_000)}`,
    'me.png',
    7,
    undefined,
  ];
  for (const claim of refused) expect([claim, photoAddress(claim, google)]).toEqual([claim, null]);
});

test('[EN-01] a large, missing or redirected photo is none; a failing provider is tried again', async () => {
  expect((await fetchProviderPhoto(`${url}/size/3`))?.byteLength).toBe(3);
  expect((await fetchProviderPhoto(`${url}/size/${providerPhotoBytes}`))?.byteLength).toBe(providerPhotoBytes);
  expect(await fetchProviderPhoto(`${url}/size/${providerPhotoBytes + 1}`)).toBeNull();
  expect(await fetchProviderPhoto(`${url}/404`)).toBeNull();
  await expect(fetchProviderPhoto(`${url}/503`)).rejects.toThrow('the provider answered 503');
  await expect(fetchProviderPhoto(`${url}/moved`)).rejects.toThrow();
});
