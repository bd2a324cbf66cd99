import { renderTop } from '../home/top.ts';
import { html, renderDocument } from '../web/html.ts';
import { createFormPage, readFields } from './form-page.ts';
import type { OddityControl } from './oddities.ts';
import { type OddityField, renderOddityCard } from './oddity-card.ts';

interface OddityPage {
  path: string;
  lead: string;
  control: OddityControl;
  fields: readonly OddityField[];
}

/** The page of a service that has nothing to show but its oddities and the requests it got. */
export function createOddityPage({ path, lead, control, fields }: OddityPage) {
  return createFormPage({
    path,
    render: (notice) =>
      renderDocument({
        title: `${control.title}, Headhaul sandbox`,
        bodyClass: 'at-home',
        body: html`${renderTop()}
    <main class="home">
      <div class="home-head">
        <h1>${control.title}</h1>
        <p class="lead">${lead}</p>
      </div>
      ${notice === undefined ? undefined : html`<p class="notice" role="alert">${notice}</p>`}
      <section aria-label="How it answers">${renderOddityCard(path, control, fields)}
      </section>
    </main>`,
      }),
    actions: { oddities: (_name, sent) => void control.set(readFields(sent)) },
  });
}
