/**
 * A tab for a page of the payment service. It is opened in the press itself, while the browser still allows it, and sent to
 * its address when that has come; a tab opened after the wait would be taken for a pop-up.
 */
export interface PaymentTab {
  /** False when the browser blocked the tab: the address must then be offered as a link. */
  go: (address: string) => boolean;
  close: () => void;
}

export function openPaymentTab(words: string): PaymentTab {
  const tab = window.open('', '_blank');
  if (tab !== null) {
    // The page that comes there has no business with this one.
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
