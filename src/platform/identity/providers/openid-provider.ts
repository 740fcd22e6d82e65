import * as client from 'openid-client';
import { isLoopback } from '../../http/requests/loopback.ts';

/** A failed sign-in with its reason for the log. Clients do not learn which check refused it. */
export class OpenIdFault extends Error {
  override readonly name = 'OpenIdFault';
  /** Only the host can fix it: the issuer, the client id or its secret do not match the provider's. */
  readonly isMisconfigured: boolean;

  constructor(message: string, isMisconfigured = false) {
    super(message);
    this.isMisconfigured = isMisconfigured;
  }
}

/** The person pressed "cancel" at the provider. */
export class OpenIdCanceled extends OpenIdFault {}

/**
 * A provider's errors for an unknown or unauthorised client (RFC 6749, 4.1.2.1 and 5.2). Other errors may concern a
 * single sign-in.
 */
const misconfigured = [
  'invalid_client',
  'unauthorized_client',
  'unsupported_response_type',
  'unsupported_grant_type',
  'invalid_scope',
];

export interface ProviderSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The app's own address: the sandbox is its own provider, also over http. */
  appUrl: string;
  now(): Date;
}

/** The stored values of the sign-in that an answer belongs to. */
export interface Expected {
  state: string;
  nonce: string;
  verifier: string;
}

const timeoutSeconds = 8;
const maxBytes = 256 * 1024;
const metadataLifeMs = 3_600_000;
const clockToleranceSeconds = 30;
const maxTokenAgeSeconds = 3_600;
/**
 * Accepted signature algorithms, whatever the provider's document offers. None is symmetric: a client's secret must not
 * sign tokens.
 */
const algorithms = ['RS256', 'ES256', 'PS256', 'EdDSA'];

/**
 * The OpenID provider by `openid-client`, plus the checks that the library leaves to us: the issuer, the size of
 * answers, the age of tokens.
 */
export function createProvider({ issuer, clientId, clientSecret, appUrl, now }: ProviderSettings) {
  let metadata: { value: client.ServerMetadata; at: number } | null = null;
  let keys: client.ExportedJWKSCache | null = null;
  const isOwn = new URL(issuer).origin === new URL(appUrl).origin;
  const overHttp =
    issuer.startsWith('http://') && (isOwn || isLoopback(new URL(issuer).hostname))
      ? [client.allowInsecureRequests]
      : [];

  async function discover(): Promise<client.ServerMetadata> {
    // Cache times use the machine's clock, since the app's clock may be moved.
    if (metadata && Date.now() - metadata.at < metadataLifeMs) return metadata.value;
    const options = { [client.customFetch]: limitedFetch, timeout: timeoutSeconds, execute: overHttp };
    const found = await client.discovery(new URL(issuer), clientId, {}, client.None(), options).catch((error) => {
      throw faultOf(error, 'the discovery document');
    });
    const value = {
      ...(found.serverMetadata() as client.ServerMetadata),
      id_token_signing_alg_values_supported: algorithms,
    };
    // The library accepts an issuer with an additional slash.
    if (value.issuer !== issuer) throw new OpenIdFault('the discovery document names another issuer', true);
    for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const)
      requireAddress(value[name], issuer, name);
    metadata = { value, at: Date.now() };
    return value;
  }

  /** Built for each sign-in: the app's clock may have been moved since the last. */
  async function configuration(): Promise<client.Configuration> {
    const server = await discover();
    const authentication = server.token_endpoint_auth_methods_supported?.includes('client_secret_post')
      ? client.ClientSecretPost(clientSecret)
      : client.ClientSecretBasic(clientSecret);
    const skew = Math.round((now().getTime() - Date.now()) / 1_000);
    const clocks = { [client.clockSkew]: skew, [client.clockTolerance]: clockToleranceSeconds };
    const config = new client.Configuration(server, clientId, clocks, authentication);
    config.timeout = timeoutSeconds;
    config[client.customFetch] = limitedFetch;
    for (const allow of overHttp) allow(config);
    // By default the library trusts the TLS connection and does not check an ID token's signature.
    client.enableNonRepudiationChecks(config);
    if (keys) client.setJwksCache(config, keys);
    return config;
  }

  return {
    /**
     * The address to redirect a browser to. Throws `OpenIdFault` when the provider does not answer. `freshSeconds`: the
     * person should have signed in at the provider within this time, and the answer should contain the time.
     */
    async authorizationUrl(
      { state, nonce, verifier }: Expected,
      redirectUri: string,
      freshSeconds?: number,
    ): Promise<URL> {
      return client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        // A person may have several accounts: the provider always offers the choice.
        prompt: 'select_account',
        // Both forms: the standard's, and the one that Google reads.
        ...(freshSeconds === undefined
          ? {}
          : { max_age: String(freshSeconds), claims: '{"id_token":{"auth_time":{"essential":true}}}' }),
      });
    },

    /**
     * Validates the answer at `address`, redeems its code, and returns the claims of the ID token. Throws `OpenIdFault`
     * for any invalid answer.
     */
    async claims(address: URL, { state, nonce, verifier }: Expected): Promise<client.IDToken> {
      const config = await configuration();
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
      const answer = await client.authorizationCodeGrant(config, address, checks).catch((error) => {
        throw faultOf(error, 'the sign-in');
      });
      keys = client.getJwksCache(config) ?? keys;
      const claims = answer.claims();
      // The library checks this claim only with several audiences.
      if (claims?.azp !== undefined && claims.azp !== clientId)
        throw new OpenIdFault('the ID token was made for another party');
      if (!claims || claims.sub === '' || claims.sub.length > 255) throw new OpenIdFault('the ID token has no subject');
      if (claims.iat < now().getTime() / 1_000 - maxTokenAgeSeconds - clockToleranceSeconds)
        throw new OpenIdFault('the ID token is too old');
      return claims;
    },
  };
}

/** An endpoint must be at least as secure as the issuer. */
function requireAddress(address: unknown, issuer: string, name: string): void {
  const isGood =
    typeof address === 'string' &&
    URL.canParse(address) &&
    (address.startsWith('https://') || new URL(address).protocol === new URL(issuer).protocol);
  if (!isGood) throw new OpenIdFault(`the discovery document has no usable ${name}`);
}

/** The library's code for a document of another issuer. */
const otherIssuer = 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED';

/** Converts the library's errors, with a message for the log. */
function faultOf(error: unknown, what: string): OpenIdFault {
  if (error instanceof client.AuthorizationResponseError) {
    if (error.error === 'access_denied') return new OpenIdCanceled('the person cancelled');
    return new OpenIdFault(`the provider says ${error.error.slice(0, 60)}`, misconfigured.includes(error.error));
  }
  if (error instanceof client.ResponseBodyError)
    return new OpenIdFault(
      `the provider answered ${error.status} ${error.error.slice(0, 60)}`,
      misconfigured.includes(error.error),
    );
  // A challenge of the token endpoint concerns the client's own secret.
  if (error instanceof client.WWWAuthenticateChallengeError)
    return new OpenIdFault(`the provider answered ${error.status}`, error.status === 401);
  if (error instanceof client.ClientError && error.code === otherIssuer)
    return new OpenIdFault('the discovery document names another issuer', true);
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  if (cause instanceof Response)
    // A host that answers with 404 is not the configured provider.
    return new OpenIdFault(`${what} failed: ${message} (${cause.status})`, cause.status === 404);
  return new OpenIdFault(`${what} failed: ${message}${cause instanceof Error ? ` (${cause.message})` : ''}`);
}

/** Buffers answers with a size limit before the library reads them, so that none fills the memory. */
const limitedFetch: client.CustomFetch = async (url, options) => {
  const answer = await fetch(url, options as RequestInit);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new Error('the answer is too large');
    chunks.push(chunk);
  }
  return new Response(size > 0 ? new Blob(chunks) : null, { status: answer.status, headers: answer.headers });
};
