import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import { freePort } from '#platform/http/free-port.ts';

/** An OpenID provider on a real port with scripted answers. */
export interface ScriptedProvider {
  issuer: string;
  token(request: IncomingMessage, body: URLSearchParams, response: ServerResponse): Promise<void> | void;
  discovery: Record<string, unknown>;
  keys: object[];
  /** The requested paths. */
  calls: string[];
  /** The key pair whose public key is published first, as `k1`. */
  good: CryptoKeyPair;
  close(): Promise<void>;
}

export const newKeyPair = () => generateKeyPair('ES256', { extractable: true });

export async function startScriptedProvider(): Promise<ScriptedProvider> {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const good = await newKeyPair();
  const provider: ScriptedProvider = {
    issuer,
    token: () => {},
    discovery: {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      authorization_response_iss_parameter_supported: true,
    },
    keys: [{ ...(await exportJWK(good.publicKey)), kid: 'k1', alg: 'ES256' }],
    calls: [],
    good,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  const server = createServer((request, response) => void serve(provider, request, response));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return provider;
}

async function serve(provider: ScriptedProvider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? '';
  provider.calls.push(path);
  const json = (value: unknown) => response.setHeader('content-type', 'application/json').end(JSON.stringify(value));
  if (path.endsWith('openid-configuration')) json(provider.discovery);
  else if (path === '/jwks') json({ keys: provider.keys });
  else {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    await provider.token(request, new URLSearchParams(Buffer.concat(chunks).toString()), response);
  }
}
