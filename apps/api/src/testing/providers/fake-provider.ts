import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

export interface TokenAnswer {
  status?: number;
  body: Record<string, unknown>;
}

interface FakePerson {
  email: string;
  name?: string;
  /** Undefined: the provider does not say whether the address is verified. */
  verified?: boolean | undefined;
  /** Default: the email address. */
  subject?: string;
  /** The ID token is signed by a key that is not the provider's. */
  isForged?: boolean;
}

/** An OpenID provider and a mail API in one. They answer as the test says, also in ways that the sandbox never does. */
export interface FakeProvider {
  address: string;
  /** Every form that was sent to the token endpoint. */
  tokenCalls: Record<string, string>[];
  revoked: string[];
  apiCalls: { path: string; authorization: string; contentType: string; body: string }[];
  /** Answers codes and refresh tokens. Null, the default, refuses them with `invalid_grant`. */
  onToken: ((form: Record<string, string>) => TokenAnswer | Promise<TokenAnswer>) | null;
  onRevoke: (() => number) | null;
  /** Answers the calls of the mail API. Null breaks the connection. */
  onSend: (call: {
    path: string;
    body: string;
    token: string;
  }) => { status: number; headers?: Record<string, string>; body?: unknown } | null;
  /** A successful answer to a code. */
  grant(nonce: string, person: FakePerson, more?: Record<string, unknown>): Promise<TokenAnswer>;
  close(): Promise<void>;
}

export async function startFakeProvider(scope: string): Promise<FakeProvider> {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const foreign = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  let made = 0;
  const server = createServer((request, response) => {
    const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
    void readBody(request).then(async (body) => {
      const path = request.url ?? '/';
      if (path === '/.well-known/openid-configuration') {
        return answer(200, {
          issuer: fake.address,
          authorization_endpoint: `${fake.address}/authorize`,
          token_endpoint: `${fake.address}/token`,
          revocation_endpoint: `${fake.address}/revoke`,
          jwks_uri: `${fake.address}/jwks`,
          response_types_supported: ['code'],
          id_token_signing_alg_values_supported: ['RS256'],
        });
      }
      if (path === '/jwks') return answer(200, { keys: [jwk] });
      if (path === '/token') {
        const form = Object.fromEntries(new URLSearchParams(body));
        fake.tokenCalls.push(form);
        const said = await fake.onToken?.(form);
        return said ? answer(said.status ?? 200, said.body) : answer(400, { error: 'invalid_grant' });
      }
      if (path === '/revoke') {
        const status = fake.onRevoke?.() ?? 200;
        if (status === 200) fake.revoked.push(new URLSearchParams(body).get('token') ?? '');
        return answer(status, status === 200 ? {} : { error: 'invalid_token' });
      }
      const authorization = request.headers.authorization ?? '';
      fake.apiCalls.push({ path, authorization, contentType: request.headers['content-type'] ?? '', body });
      const said = fake.onSend({ path, body, token: authorization.replace('Bearer ', '') });
      if (said === null) return request.socket.destroy();
      return answer(said.status, said.body ?? {}, said.headers);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const fake: FakeProvider = {
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    tokenCalls: [],
    revoked: [],
    apiCalls: [],
    onToken: null,
    onRevoke: null,
    onSend: () => ({ status: 200, body: { id: 'sent-1' } }),
    async grant(nonce, person, more = {}) {
      const { email, name = 'Pat Moreno', subject = email, isForged = false } = person;
      const verified = 'verified' in person ? person.verified : true;
      made += 1;
      const idToken = await new SignJWT({ email, name, email_verified: verified, nonce })
        .setProtectedHeader({ alg: 'RS256', kid: 'one' })
        .setIssuer(fake.address)
        .setSubject(subject)
        .setAudience('headhaul-dev')
        .setIssuedAt()
        .setExpirationTime('5m')
        .sign(isForged ? foreign.privateKey : privateKey);
      const body = {
        access_token: `access-${made}`,
        refresh_token: `refresh-${made}`,
        expires_in: 3600,
        token_type: 'Bearer',
        scope,
        id_token: idToken,
      };
      return { body: { ...body, ...more } };
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return fake;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
