import { renderTop } from '../home/top.ts';
import type { OddityControl } from '../json-service/oddities.ts';
import { renderOddityCard } from '../json-service/oddity-card.ts';
import { type Html, html, renderDocument } from '../web/html.ts';
import { spellings } from './qcmobile.ts';
import { authorityOf, bondDollars, type RegistrantState } from './registrant.ts';
import type { RegistrantAction } from './registry.ts';

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });

function describeAuthority(state: RegistrantState): string {
  const last = authorityOf(state, 'broker');
  return last === undefined ? 'No broker authority' : `${last.status} since ${last.on} (${last.reason.toLowerCase()})`;
}

function renderAction(dot: string, action: RegistrantAction, label: string): Html {
  return html`<form method="post" action="/fmcsa/${action}/${dot}"><button class="button" type="submit">${label}</button></form>`;
}

function renderRegistrant(state: RegistrantState): Html {
  const { dot, docket, olderDockets, legalName, phone, outOfService } = state;
  const isActive = authorityOf(state, 'broker')?.status === 'Active';
  const bond = bondDollars(state);
  return html`
          <tr>
            <th scope="row">${legalName}</th>
            <td data-label="Numbers">${[docket, ...olderDockets].map(({ prefix, number }) => `${prefix} ${number}`).join(', ')}, USDOT ${dot}</td>
            <td data-label="Broker authority">${describeAuthority(state)}${outOfService === null ? undefined : `, out of service since ${outOfService.on}`}</td>
            <td data-label="Bond">${bond === 0 ? 'none' : dollars.format(bond)}</td>
            <td data-label="Phone">
              <form class="row-form field" method="post" action="/fmcsa/phone/${dot}">
                <input name="phone" aria-label="Phone of ${legalName}" value="${phone}">
                <button class="button" type="submit">Set</button>
              </form>
            </td>
            <td data-label="At FMCSA"><div class="dashboard-actions">
              ${isActive ? renderAction(dot, 'revoke', 'Revoke') : renderAction(dot, 'reinstate', 'Reinstate')}
              ${bond > 0 ? renderAction(dot, 'cancel-bond', 'Cancel bond') : renderAction(dot, 'file-bond', 'File bond')}
              ${outOfService === null ? renderAction(dot, 'out-of-service', 'Out of service') : renderAction(dot, 'back-in-service', 'Back in service')}
            </div></td>
          </tr>`;
}

/** The register, and what a developer can make happen in it. */
export function renderFmcsaPage(
  states: readonly RegistrantState[],
  qcMobile: OddityControl,
  openData: OddityControl,
  notice: string | undefined,
): Html {
  const body = html`${renderTop()}
    <main class="home">
      <div class="home-head">
        <h1>FMCSA</h1>
        <p class="lead">One register, two services that answer from it. The brokers of the demo offices are in it, and some that need a second look.</p>
      </div>
      ${notice === undefined ? undefined : html`<p class="notice" role="alert">${notice}</p>`}
      <section aria-labelledby="services">
        <h2 id="services">How they answer</h2>
        <div class="cards">
          ${renderOddityCard('/fmcsa', qcMobile, [
            { name: 'spelling', label: 'Field names', choices: spellings },
            { name: 'docketAs', label: 'A docket’s content', choices: ['array', 'object'] },
          ])}
          ${renderOddityCard('/fmcsa', openData, [{ name: 'ageDays', label: 'Age of the data', unit: 'days' }])}
        </div>
      </section>
      <section aria-labelledby="register">
        <h2 id="register">Companies</h2>
        <form method="post" action="/fmcsa/reset/all"><button class="button quiet" type="submit">Bring back the register of the start</button></form>
        <div class="table-box">
        <table>
          <thead><tr>${['Company', 'Numbers', 'Broker authority', 'Bond', 'Phone', 'At FMCSA'].map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
          <tbody>${states.map(renderRegistrant)}
          </tbody>
        </table>
        </div>
      </section>
    </main>`;
  return renderDocument({ title: 'FMCSA, Headhaul sandbox', bodyClass: 'at-home', body });
}
