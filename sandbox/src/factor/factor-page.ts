import { renderTop } from '../home/top.ts';
import type { OddityControl } from '../json-service/oddities.ts';
import { renderOddityCard } from '../json-service/oddity-card.ts';
import { type Html, html, renderDocument } from '../web/html.ts';
import { type FactorBroker, testResults } from './brokers.ts';

function renderBroker({ mc, name, result, noBuy }: FactorBroker): Html {
  return html`
          <tr>
            <th scope="row">${name}</th>
            <td data-label="MC">${mc}</td>
            <td data-label="Buys">${noBuy ? 'no' : 'yes'}</td>
            <td data-label="Result">
              <form class="row-form field" method="post" action="/factor/result/${mc}">
                <select name="result" aria-label="Result for ${name}">${testResults.map(
                  (choice) => html`<option${choice === result ? html` selected` : undefined}>${choice}</option>`,
                )}</select>
                <button class="button" type="submit">Set</button>
              </form>
            </td>
          </tr>`;
}

/** What the factor says about brokers, which a developer can change. */
export function renderFactorPage(brokers: readonly FactorBroker[], control: OddityControl, notice: string | undefined): Html {
  const body = html`${renderTop()}
    <main class="home">
      <div class="home-head">
        <h1>Factor</h1>
        <p class="lead">Whose invoices the factoring company buys. A broker that is not here is unknown to it.</p>
      </div>
      ${notice === undefined ? undefined : html`<p class="notice" role="alert">${notice}</p>`}
      <section aria-labelledby="services">
        <h2 id="services">How it answers</h2>
        <div class="cards">${renderOddityCard('/factor', control)}
        </div>
      </section>
      <section aria-labelledby="brokers">
        <h2 id="brokers">Brokers</h2>
        <form method="post" action="/factor/reset/all"><button class="button quiet" type="submit">Bring back the results of the start</button></form>
        <div class="table-box">
        <table>
          <thead><tr>${['Broker', 'MC', 'Buys', 'Result'].map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
          <tbody>${brokers.map(renderBroker)}
          </tbody>
        </table>
        </div>
      </section>
    </main>`;
  return renderDocument({ title: 'Factor, Headhaul sandbox', bodyClass: 'at-home', body });
}
