import type { Answer, Endpoint, SentExactly } from '@headhaul/contracts/http/endpoint';
import { limitEndpoints } from '@headhaul/contracts/limits';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import { emailEndpoints } from '@headhaul/contracts/mail/emails';
import type { Called, MailApi } from '../mail/mail-api.ts';
import type { PageNewsDesk } from './page-news.ts';

/** Calls that use up something of the plan. */
const using: readonly Endpoint[] = [emailEndpoints.sendEmail, limitEndpoints.useFeature];

/** The API client, which also tells open pages of the web app what a call has changed there. Nobody waits for them. */
export function tellEffects(ask: MailApi, tell: PageNewsDesk['tell']): MailApi {
  return async <E extends Endpoint>(endpoint: E, input: SentExactly<E>, key: string | null = null): Promise<Called<Answer<E>>> => {
    const called = await ask(endpoint, input, key);
    if (!called.ok) return called;
    if ((endpoint as Endpoint) === loadEndpoints.createLoad) {
      const { id } = called.value as Answer<typeof loadEndpoints.createLoad>;
      void tell('LOAD_SAVED', { loadId: id });
    }
    if (using.includes(endpoint)) void tell('USAGE_CHANGED', {});
    return called;
  };
}
