import { renderTop } from '../home/top.ts';
import type { OddityControl } from '../json-service/oddities.ts';
import { renderOddityCard } from '../json-service/oddity-card.ts';
import { type Html, html, renderDocument } from '../web/html.ts';
import { areas, type PriceRow } from './diesel-prices.ts';

function renderPrice({ duoarea, period, value, 'series-description': description }: PriceRow): Html {
  const label = description.replace(' No 2 Diesel Retail Prices (Dollars per Gallon)', '');
  return html`
          <tr>
            <th scope="row">${label}</th>
            <td data-label="Area"><code>${duoarea}</code></td>
            <td data-label="Week of">${period}</td>
            <td data-label="Price">
              <form class="row-form field" method="post" action="/diesel/price/${duoarea}">
                <input name="price" type="number" step="0.001" min="0" aria-label="Price in ${label}" value="${value}">
                <button class="button" type="submit">Set</button>
              </form>
            </td>
          </tr>`;
}

/** The newest prices of diesel, which a developer can change. */
export function renderDieselPage(newest: readonly PriceRow[], control: OddityControl, notice: string | undefined): Html {
  const body = html`${renderTop()}
    <main class="home">
      <div class="home-head">
        <h1>Diesel prices</h1>
        <p class="lead">What EIA published last, in dollars for a gallon. It publishes on Mondays; 60 weeks are kept.</p>
      </div>
      ${notice === undefined ? undefined : html`<p class="notice" role="alert">${notice}</p>`}
      <section aria-labelledby="services">
        <h2 id="services">How it answers</h2>
        <div class="cards">
          ${renderOddityCard('/diesel', control, [
            { name: 'staleWeeks', label: 'Newest weeks left out', unit: 'weeks' },
            { name: 'missingArea', label: 'Area left out', choices: areas.map(({ code }) => code) },
          ])}
        </div>
      </section>
      <section aria-labelledby="prices">
        <h2 id="prices">Prices</h2>
        <form method="post" action="/diesel/reset/all"><button class="button quiet" type="submit">Bring back the sandbox’s prices</button></form>
        <div class="table-box">
        <table>
          <thead><tr>${['Region', 'Area', 'Week of', 'Price'].map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
          <tbody>${newest.map(renderPrice)}
          </tbody>
        </table>
        </div>
      </section>
    </main>`;
  return renderDocument({ title: 'Diesel prices, Headhaul sandbox', bodyClass: 'at-home', body });
}
