import { demoPeople } from '@headhaul/contracts/demo-people';
import { type Html, html, renderDocument } from '../web/html.ts';
import { emailStates } from './people.ts';

export interface Branding {
  /** The service's name. The CSS class of its mark contains it. */
  name: string;
  /** The company that the sandbox stands in for: "Google". */
  brand: string;
  homeAddress: string;
}

/** What the page shows again after an invalid form. */
export interface SignInForm {
  typed?: { name?: string; email?: string; emailState?: string };
  errors?: { name?: string | undefined; email?: string | undefined };
  notice?: string;
}

export function renderFrame({ brand, homeAddress }: Branding, title: string, content: Html): Html {
  return renderDocument({
    title: `${title} · Headhaul sandbox`,
    bodyClass: 'sign-in',
    body: html`
    <header class="banner"><p>Headhaul sandbox: stands in for ${brand}</p></header>
    <main class="sheet">${content}</main>
    <footer class="foot">
      <a href="${homeAddress}">Sandbox home</a>
      <span>Runs on this computer only. No ${brand} account is used.</span>
    </footer>`,
  });
}

/** The marks of the provider and of Headhaul. */
export function renderMarks({ name, brand }: Branding): Html {
  return html`<div class="marks" aria-hidden="true"><span class="mark mark-${name}">${brand.charAt(0)}</span><span class="way"></span><img src="/icon.svg" alt="" width="36" height="36"></div>`;
}

function renderPerson({ subject, label, name, familyName, email, about }: (typeof demoPeople)[number]): Html {
  return html`
        <li>
          <button class="person" name="subject" value="${subject}">
            <span class="avatar" aria-hidden="true">${name.charAt(0)}${familyName.charAt(0)}</span>
            <span class="person-text">
              <span class="person-name">${name} ${familyName} <span class="tag">${label}</span></span>
              <span class="person-email">${email}</span>
              <span class="person-about">${about}</span>
            </span>
          </button>
        </li>`;
}

function renderField(field: { name: 'name' | 'email'; label: string; type: string; example: string }, form: SignInForm): Html {
  const error = form.errors?.[field.name];
  const described = error === undefined ? undefined : html` aria-invalid="true" autofocus aria-describedby="${field.name}-error"`;
  return html`
      <div class="field">
        <label for="${field.name}">${field.label}</label>
        <input id="${field.name}" name="${field.name}" type="${field.type}" required maxlength="254" autocomplete="off" placeholder="${field.example}" value="${form.typed?.[field.name]}"${described}>
        ${error === undefined ? undefined : html`<p class="field-error" id="${field.name}-error">${error}</p>`}
      </div>`;
}

export function renderSignInPage(branding: Branding, formAddress: string, form: SignInForm): Html {
  const states = Object.entries(emailStates).map(
    ([state, label]) => html`<option value="${state}"${form.typed?.emailState === state ? html` selected` : undefined}>${label}</option>`,
  );
  return renderFrame(
    branding,
    `Sign in with ${branding.brand}`,
    html`
    <header class="sheet-head">
      ${renderMarks(branding)}
      <div>
        <h1>Sign in with ${branding.brand}</h1>
        <p class="lead">Choose who goes on to Headhaul.</p>
      </div>
    </header>
    ${form.notice === undefined ? undefined : html`<p class="notice" role="alert">${form.notice}</p>`}
    <section aria-labelledby="demo-people">
      <h2 id="demo-people">Demo people</h2>
      <form method="post" action="${formAddress}">
        <ul class="people">${demoPeople.map(renderPerson)}
        </ul>
      </form>
    </section>
    <section aria-labelledby="someone-else">
      <h2 id="someone-else">Someone else</h2>
      <form class="someone" method="post" action="${formAddress}">
        ${renderField({ name: 'name', label: 'Name', type: 'text', example: 'Pat Moreno' }, form)}
        ${renderField({ name: 'email', label: 'Email', type: 'email', example: 'pat@office.example' }, form)}
        <div class="field">
          <label for="emailState">What ${branding.brand} says about the email</label>
          <select id="emailState" name="emailState">${states}</select>
        </div>
        <p class="help">The same email is the same account each time.</p>
        <div class="actions">
          <button class="button filled">Continue</button>
          <a class="button" href="${formAddress}/cancel">Cancel</a>
        </div>
      </form>
    </section>`,
  );
}

export function renderRefusalPage(branding: Branding, code: string, detail: string | undefined): string {
  return renderFrame(
    branding,
    'Sign-in stopped',
    html`
    <header class="sheet-head">
      ${renderMarks(branding)}
      <div>
        <h1>Sign-in stopped</h1>
        <p class="lead">Go back to Headhaul and start again.</p>
      </div>
    </header>
    <p class="notice" role="alert">${detail ?? 'The request could not be used.'}</p>
    <p class="help">Code: <code>${code}</code></p>`,
  ).toString();
}
