import { postingEndpoints } from '@headhaul/contracts/boards/postings';
import { fmcsaEndpoints } from '@headhaul/contracts/fmcsa';
import type { Answer, Endpoint, SentExactly } from '@headhaul/contracts/http/endpoint';
import { emailEndpoints } from '@headhaul/contracts/mail/emails';
import type { Called, MailApi } from '../mail/mail-api.ts';
import type { PageNewsDesk } from './page-news.ts';

/** Calls that use up something of the plan. */
const using: readonly Endpoint[] = [emailEndpoints.sendEmail, fmcsaEndpoints.lookUpBroker, postingEndpoints.countCall];

/** The API client, which also tells open pages of the web app what a call has changed there. Nobody waits for them. */
export function tellEffects(ask: MailApi, tell: PageNewsDesk['tell']): MailApi {
  return async <E extends Endpoint>(
    userId: string,
    endpoint: E,
    input: SentExactly<E>,
    key: string | null = null,
  ): Promise<Called<Answer<E>>> => {
    const called = await ask(userId, endpoint, input, key);
    if (!called.ok) return called;
    if ((endpoint as Endpoint) === postingEndpoints.savePosting) {
      const { saved } = called.value as Answer<typeof postingEndpoints.savePosting>;
      void tell('LOAD_SAVED', { loadId: saved.loadId });
    }
    if (using.includes(endpoint)) void tell('USAGE_CHANGED', {});
    return called;
  };
}
