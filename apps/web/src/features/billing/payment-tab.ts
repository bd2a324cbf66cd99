/**
 * A tab for a page of the payment service. It opens during the click, while the browser still allows it, and goes to the address when the
 * server has answered. The browser would block a tab opened later as a pop-up.
 */
export interface PaymentTab {
  /** False when the browser blocked the tab. The caller must then show the address as a link. */
  go: (address: string) => boolean;
  close: () => void;
}

export function openPaymentTab(words: string): PaymentTab {
  const tab = window.open('', '_blank');
  if (tab !== null) {
    // The payment page must not get access to this window.
    tab.opener = null;
    tab.document.title = 'Headhaul';
    tab.document.body.textContent = words;
  }
  return {
    go: (address) => {
      if (tab === null || tab.closed) return false;
      tab.location.replace(address);
      return true;
    },
    close: () => tab?.close(),
  };
}
