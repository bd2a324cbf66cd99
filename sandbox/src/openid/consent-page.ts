import { type Html, html } from '../web/html.ts';
import type { MailConsent } from './mail-consent.ts';
import type { Person } from './people.ts';
import { type Branding, renderFrame, renderMarks } from './sign-in-page.ts';

interface ConsentPage {
  branding: Branding;
  formAddress: string;
  person: Person;
  consent: MailConsent;
  /** The scopes of the mailbox that the application asks for. */
  asked: readonly string[];
}

function renderRight(label: string, scope: string, isGranular: boolean): Html {
  if (!isGranular) return html`<li>${label}</li>`;
  return html`<li><label class="check"><input type="checkbox" name="scope" value="${scope}"> ${label}</label></li>`;
}

/** The page on which a person chooses what the application may do with their mailbox. */
export function renderConsentPage({ branding, formAddress, person, consent, asked }: ConsentPage): Html {
  const rights = consent.rights.flatMap(({ label, scopes }) => {
    const scope = scopes.find((one) => asked.includes(one));
    return scope === undefined ? [] : [renderRight(label, scope, consent.isGranular)];
  });
  const lead = consent.isGranular ? 'Tick what Headhaul may do. You can take it back at any time.' : 'You can take it back at any time.';
  return renderFrame(
    branding,
    'Headhaul wants access',
    html`
    <header class="sheet-head">
      ${renderMarks(branding)}
      <div>
        <h1>Headhaul wants access to your ${branding.brand} account</h1>
        <p class="lead">${person.name}, ${person.email}</p>
      </div>
    </header>
    <section aria-labelledby="rights">
      <h2 id="rights">Headhaul would like to</h2>
      <form class="someone" method="post" action="${formAddress}/consent">
        <input type="hidden" name="subject" value="${person.subject}">
        <ul class="rights">${rights}</ul>
        <p class="help">${lead}</p>
        <div class="actions">
          <button class="button filled">${consent.approveLabel}</button>
          <a class="button" href="${formAddress}/cancel">Cancel</a>
        </div>
      </form>
    </section>`,
  );
}
