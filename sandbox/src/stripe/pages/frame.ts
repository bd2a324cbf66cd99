import { type Html, html, renderDocument } from '../../web/html.ts';

export function money(cents: number): string {
  return (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
}

export function day(moment: number): string {
  return new Date(moment * 1000).toLocaleDateString('en-US', { month: 'short', day: 'numeric', year: 'numeric' });
}

/** The frame of every page of this Stripe. It says that no money moves. */
export function renderFrame(title: string, content: Html, homeAddress: string): Html {
  return renderDocument({
    title: `${title} · Headhaul sandbox`,
    bodyClass: 'sign-in',
    body: html`
    <header class="banner"><p>Headhaul sandbox: stands in for Stripe</p></header>
    <main class="sheet">${content}</main>
    <footer class="foot">
      <a href="${homeAddress}">Sandbox home</a>
      <span>Runs on this computer only. No card is charged.</span>
    </footer>`,
  });
}

export function renderNotice(notice: string | undefined): Html | undefined {
  return notice === undefined ? undefined : html`<p class="notice" role="alert">${notice}</p>`;
}

export function renderGone(homeAddress: string, words: string): Html {
  return renderFrame(
    'Nothing here',
    html`<header class="sheet-head"><div><h1>Nothing here</h1><p class="lead">${words}</p></div></header>`,
    homeAddress,
  );
}
