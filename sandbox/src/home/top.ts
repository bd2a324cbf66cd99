import { type Html, html } from '../web/html.ts';

/** The header of every page on the home port. */
export function renderTop(): Html {
  return html`
    <header class="top">
      <img src="/icon.svg" alt="" width="28" height="28">
      <span class="word">Headhaul</span>
      <span class="tag strong">Sandbox</span>
      <nav class="top-links"><a href="/">Home</a> <a href="/mailbox">Mailbox</a> <a href="/mail-accounts">Mail accounts</a> <a href="/fmcsa">FMCSA</a> <a href="/diesel">Diesel</a> <a href="/factor">Factor</a> <a href="/board/switches">Demo board</a></nav>
    </header>`;
}
