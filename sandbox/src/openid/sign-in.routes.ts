import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import { errors } from 'oidc-provider';
import { flattenError } from 'zod';
import { readForm, sendHtml } from '../web/answer.ts';
import { renderConsentPage } from './consent-page.ts';
import { type Grants, mailScopesIn } from './grants.ts';
import { factorsOf, type People, type Person, SomeoneElse } from './people.ts';
import { type Branding, renderRefusalPage, renderSignInPage, type SignInForm } from './sign-in-page.ts';

export const signInPath = '/sign-in';

interface SignInOptions {
  provider: Provider;
  people: People;
  branding: Branding;
  grants: Grants;
}

type Chosen = { person: Person } | { form: SignInForm };

function choosePerson(people: People, fields: URLSearchParams): Chosen {
  const subject = fields.get('subject');
  if (subject !== null) {
    const person = people.find(subject);
    return person === undefined ? { form: { notice: 'That person is not on the list. Choose again.' } } : { person };
  }
  const typed = Object.fromEntries(fields);
  const someone = SomeoneElse.safeParse({ name: '', email: '', ...typed });
  if (someone.success) return { person: people.meet(someone.data) };
  const { fieldErrors } = flattenError(someone.error);
  return { form: { typed, errors: { name: fieldErrors.name?.[0], email: fieldErrors.email?.[0] } } };
}

/** The page that a browser shows between the application's request and the way back to it. */
export function createSignInHandler({ provider, people, branding, grants }: SignInOptions) {
  type Details = Awaited<ReturnType<typeof provider.interactionDetails>>;

  const textOf = (details: Details, name: string) => String(details.params[name] ?? '');
  const askedOf = (details: Details) => mailScopesIn(grants.consent, textOf(details, 'scope'));

  /** Google gives lasting access if the application asks for it and the person consents again, or has not given it before. */
  function isOffline(details: Details, subject: string): boolean {
    const scopes = textOf(details, 'scope').split(' ');
    if (scopes.includes('offline_access')) return true;
    const wasAsked = textOf(details, 'prompt').split(' ').includes('consent');
    return textOf(details, 'access_type') === 'offline' && (wasAsked || !grants.notesOf(subject).some((note) => note.isOffline));
  }

  /** Choosing the person is all the consent that a sign-in needs. `refused` are the mailbox rights that the person did not give. */
  async function approve(request: IncomingMessage, response: ServerResponse, person: Person, refused: readonly string[]): Promise<void> {
    const details = await provider.interactionDetails(request, response);
    const { subject } = person;
    const asked = textOf(details, 'scope').split(' ');
    const earlier =
      textOf(details, 'include_granted_scopes') === 'true' ? grants.notesOf(subject).flatMap(({ scope }) => scope.split(' ')) : [];
    const granted = [...new Set([...asked.filter((scope) => !refused.includes(scope)), ...earlier])];
    const grant = new provider.Grant({ accountId: subject, clientId: textOf(details, 'client_id') });
    grant.addOIDCScope(granted);
    const stillRefused = refused.filter((scope) => !granted.includes(scope));
    if (stillRefused.length > 0) grant.rejectOIDCScope([...stillRefused]);
    const grantId = await grant.save();
    if (earlier.length > 0) {
      details.params.scope = [...new Set([...asked, ...earlier])].join(' ');
      await details.persist();
    }
    const lasts = isOffline(details, subject);
    if (lasts || askedOf(details).length > 0) grants.remember({ id: grantId, subject, scope: granted.join(' '), isOffline: lasts });
    const result = { select_account: {}, login: { accountId: subject, remember: false, amr: factorsOf(person) }, consent: { grantId } };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  }

  async function answerConsent(request: IncomingMessage, response: ServerResponse, details: Details): Promise<void> {
    const fields = await readForm(request);
    const person = people.find(fields?.get('subject') ?? '');
    if (fields === undefined || person === undefined) return sendGone(response);
    const ticked = new Set(fields.getAll('scope'));
    const refused = grants.consent.isGranular ? askedOf(details).filter((scope) => !ticked.has(scope)) : [];
    await approve(request, response, person, refused);
  }

  async function answer(request: IncomingMessage, response: ServerResponse, pathname: string): Promise<void> {
    const [uid, step, ...more] = pathname.slice(signInPath.length + 1).split('/');
    const details = await provider.interactionDetails(request, response);
    const formAddress = `${signInPath}/${details.uid}`;
    if (uid !== details.uid || more.length > 0) return sendGone(response);

    if (request.method === 'GET' && step === undefined) {
      sendHtml(response, 200, renderSignInPage(branding, formAddress, { typed: { email: textOf(details, 'login_hint') } }));
    } else if (request.method === 'GET' && step === 'cancel') {
      const refusal = { error: 'access_denied', error_description: 'The person canceled the sign-in' };
      await provider.interactionFinished(request, response, refusal, { mergeWithLastSubmission: false });
    } else if (request.method === 'POST' && step === undefined) {
      const fields = await readForm(request);
      const chosen =
        fields === undefined ? { form: { notice: 'The form could not be read. Choose again.' } } : choosePerson(people, fields);
      if ('person' in chosen && askedOf(details).length > 0)
        sendHtml(
          response,
          200,
          renderConsentPage({ branding, formAddress, person: chosen.person, consent: grants.consent, asked: askedOf(details) }),
        );
      else if ('person' in chosen) await approve(request, response, chosen.person, []);
      else sendHtml(response, 400, renderSignInPage(branding, formAddress, chosen.form));
    } else if (request.method === 'POST' && step === 'consent') {
      await answerConsent(request, response, details);
    } else {
      sendGone(response);
    }
  }

  function sendGone(response: ServerResponse): void {
    sendHtml(response, 404, renderRefusalPage(branding, 'sign_in_not_found', 'This sign-in is over or was opened in another browser.'));
  }

  return async (request: IncomingMessage, response: ServerResponse, pathname: string): Promise<void> => {
    try {
      await answer(request, response, pathname);
    } catch (error) {
      if (!(error instanceof errors.SessionNotFound)) throw error;
      sendGone(response);
    }
  };
}
