import type { Identity } from '../../identity/identity.ts';
import type { Actor } from '../../identity/sessions/actor.ts';

/** The viewer of a connection and their credentials: the cookie of the upgrade, or a token that the client sent. */
export class Proof {
  readonly #identity: Pick<Identity, 'resolve'>;
  #credentials: Headers;
  #viewer: Actor | null = null;

  constructor(identity: Pick<Identity, 'resolve'>, cookie: string | undefined) {
    this.#identity = identity;
    this.#credentials = new Headers(cookie === undefined ? {} : { cookie });
  }

  get viewer(): Actor | null {
    return this.#viewer;
  }

  /** Resolves the viewer. False for an invalid token; no cookie and no token is a visitor. */
  async establish(token: string | undefined): Promise<boolean> {
    if (token !== undefined) this.#credentials = bearer(token);
    if (token !== undefined || this.#credentials.has('cookie'))
      this.#viewer = await this.#identity.resolve(this.#credentials);
    return token === undefined || this.#viewer !== null;
  }

  /** Accepts a newer token of the same member; returns false for anything else and changes nothing. */
  async renew(token: string | undefined): Promise<boolean> {
    if (token === undefined || !this.#viewer) return false;
    const credentials = bearer(token);
    const actor = await this.#identity.resolve(credentials);
    if (actor?.id !== this.#viewer.id) return false;
    this.#credentials = credentials;
    this.#viewer = actor;
    return true;
  }

  /** Whether the credentials are still valid. */
  async holds(): Promise<boolean> {
    const { viewer } = this;
    return !viewer || (await this.#identity.resolve(this.#credentials))?.id === viewer.id;
  }
}

function bearer(token: string): Headers {
  return new Headers({ authorization: `Bearer ${token}` });
}
