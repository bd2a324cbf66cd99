import type { Provider } from 'oidc-provider';
import { type MailConsent, scopesOf } from './mail-consent.ts';
import type { People, Person } from './people.ts';

/** A person's permission for the application to act for them. Plain sign-ins are not stored here. */
interface GrantNote {
  id: string;
  subject: string;
  scope: string;
  at: string;
  isOffline: boolean;
}

export interface GrantView {
  id: string;
  email: string;
  scope: string;
  at: string;
  isOffline: boolean;
}

/** The person an access token belongs to, and its scopes. */
interface Bearer {
  person: Person;
  scopes: ReadonlySet<string>;
}

interface MintedTokens {
  email: string;
  scope: string;
  accessToken: string;
  refreshToken: string;
  expiresIn: number;
}

/** The access that one provider has given. Its mail API and the switches on the home port use this. */
export interface Grants {
  readonly consent: MailConsent;
  /** Called later, because the provider is created when its address is known. */
  open(provider: Provider, people: People, clientId: string): void;
  check(accessToken: string): Promise<Bearer | undefined>;
  remember(note: Omit<GrantNote, 'at'>): void;
  isOffline(grantId: string | undefined): boolean;
  list(): GrantView[];
  notesOf(subject: string): readonly GrantNote[];
  /** Gives access for a person without a browser. Load proofs need this for hundreds of mailboxes. */
  mint(person: { email: string; name: string; scope: string | undefined }): Promise<MintedTokens>;
  /** Ends everything the application may do for this person, at once. False when there was nothing. */
  withdraw(email: string): Promise<boolean>;
  /** Ends access as an application does, with any of its tokens. False if the token is unknown. */
  revokeToken(token: string): Promise<boolean>;
}

export function createGrants(consent: MailConsent): Grants {
  const notes = new Map<string, GrantNote>();
  let site: { provider: Provider; people: People; clientId: string } | undefined;

  function opened() {
    if (site === undefined) throw new Error('the provider of this desk has not moved in yet');
    return site;
  }

  function notesOf(subject: string): GrantNote[] {
    return [...notes.values()].filter((note) => note.subject === subject);
  }

  async function endGrant(id: string): Promise<void> {
    const { provider } = opened();
    await (await provider.Grant.find(id))?.destroy();
    // The storage deletes everything that came from a grant, in all models at once.
    await provider.AccessToken.adapter.revokeByGrantId(id);
    notes.delete(id);
  }

  /**
   * Ends all access of the application to this person. Google does so for any one revoked token, and every provider when the person
   * withdraws access.
   */
  async function endAllOf(subject: string): Promise<boolean> {
    const ended = notesOf(subject);
    for (const { id } of ended) await endGrant(id);
    return ended.length > 0;
  }

  function view({ subject, ...note }: GrantNote): GrantView {
    return { ...note, email: opened().people.find(subject)?.email ?? subject };
  }

  function remember(note: Omit<GrantNote, 'at'>): void {
    notes.set(note.id, { ...note, at: new Date().toISOString() });
  }

  return {
    consent,
    open: (provider, people, clientId) => {
      site = { provider, people, clientId };
    },
    async check(accessToken) {
      const { provider, people } = opened();
      const token = await provider.AccessToken.find(accessToken);
      const person = token === undefined ? undefined : people.find(token.accountId);
      return token === undefined || person === undefined ? undefined : { person, scopes: token.scopes };
    },
    remember,
    isOffline: (grantId) => notes.get(grantId ?? '')?.isOffline ?? false,
    list: () => [...notes.values()].map(view).reverse(),
    notesOf,
    async mint({ email, name, scope: asked }) {
      const { provider, people, clientId } = opened();
      const scope = asked ?? ['openid', 'email', 'profile', ...consent.rights.map(({ scopes }) => scopes[0])].join(' ');
      const person = people.meet({ name, email, emailState: 'verified' });
      const client = await provider.Client.find(clientId);
      if (client === undefined) throw new Error('the provider does not know the application');
      const grant = new provider.Grant({ accountId: person.subject, clientId });
      grant.addOIDCScope(scope);
      const grantId = await grant.save();
      remember({ id: grantId, subject: person.subject, scope, isOffline: true });
      const token = { accountId: person.subject, client, grantId, scope, gty: 'authorization_code' };
      const access = new provider.AccessToken(token);
      const [accessToken, refreshToken] = await Promise.all([access.save(), new provider.RefreshToken(token).save()]);
      return { email: person.email, scope, accessToken, refreshToken, expiresIn: access.expiration };
    },
    async withdraw(email) {
      const wanted = email.trim().toLowerCase();
      const found = [...notes.values()].find((note) => view(note).email.toLowerCase() === wanted);
      return found !== undefined && endAllOf(found.subject);
    },
    async revokeToken(token) {
      const { provider } = opened();
      const found = (await provider.RefreshToken.find(token)) ?? (await provider.AccessToken.find(token));
      if (found === undefined) return false;
      if (found.grantId !== undefined) await endGrant(found.grantId);
      await endAllOf(found.accountId);
      return true;
    },
  };
}

/** The mailbox scopes in this scope. Empty for a plain sign-in. */
export function mailScopesIn(consent: MailConsent, scope: string): string[] {
  const known = new Set(scopesOf(consent));
  return scope.split(' ').filter((one) => known.has(one));
}
