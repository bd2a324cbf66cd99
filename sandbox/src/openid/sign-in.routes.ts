import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import { errors } from 'oidc-provider';
import { flattenError } from 'zod';
import { readForm, sendHtml } from '../web/answer.ts';
import { type People, type Person, SomeoneElse } from './people.ts';
import { type Branding, renderRefusalPage, renderSignInPage, type SignInForm } from './sign-in-page.ts';

export const signInPath = '/sign-in';

interface SignInOptions {
  provider: Provider;
  people: People;
  branding: Branding;
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

/** The page a browser meets between the application's request and the way back to it. */
export function createSignInHandler({ provider, people, branding }: SignInOptions) {
  async function approve(request: IncomingMessage, response: ServerResponse, person: Person): Promise<void> {
    const { params } = await provider.interactionDetails(request, response);
    // Choosing the person is all the consent there is: what the application asks for is granted with it.
    const grant = new provider.Grant({ accountId: person.subject, clientId: String(params.client_id) });
    grant.addOIDCScope(String(params.scope));
    const grantId = await grant.save();
    const result = { select_account: {}, login: { accountId: person.subject, remember: false }, consent: { grantId } };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  }

  async function answer(request: IncomingMessage, response: ServerResponse, pathname: string): Promise<void> {
    const [uid, step, ...more] = pathname.slice(signInPath.length + 1).split('/');
    const details = await provider.interactionDetails(request, response);
    const formAddress = `${signInPath}/${details.uid}`;
    if (uid !== details.uid || more.length > 0) return sendGone(response);

    if (request.method === 'GET' && step === undefined) {
      sendHtml(response, 200, renderSignInPage(branding, formAddress, {}));
    } else if (request.method === 'GET' && step === 'cancel') {
      const refusal = { error: 'access_denied', error_description: 'The person canceled the sign-in' };
      await provider.interactionFinished(request, response, refusal, { mergeWithLastSubmission: false });
    } else if (request.method === 'POST' && step === undefined) {
      const fields = await readForm(request);
      const chosen =
        fields === undefined ? { form: { notice: 'The form could not be read. Choose again.' } } : choosePerson(people, fields);
      if ('person' in chosen) await approve(request, response, chosen.person);
      else sendHtml(response, 400, renderSignInPage(branding, formAddress, chosen.form));
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
