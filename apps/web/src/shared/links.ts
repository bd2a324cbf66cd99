import { developmentExtensionId } from '@headhaul/contracts/extension-messages';

/** Addresses outside the web app, each once. */
export const links = {
  privacyPolicy: 'https://headhaul.example/privacy',
  termsOfUse: 'https://headhaul.example/terms',
  help: 'https://headhaul.example/help',
  support: 'mailto:support@headhaul.example',
};

const configuredIds = (import.meta.env.VITE_EXTENSION_IDS ?? '')
  .split(',')
  .map((id) => id.trim())
  .filter((id) => id !== '');

/** Chrome's id first, then Edge's. */
export const extensionIds: readonly string[] = configuredIds.length > 0 ? configuredIds : [developmentExtensionId];

export type BrowserName = 'Chrome' | 'Edge' | 'Firefox';

export function extensionStoreUrl(browser: BrowserName): string {
  const [chromeId, edgeId = chromeId] = extensionIds;
  if (browser === 'Edge') return `https://microsoftedge.microsoft.com/addons/detail/${edgeId}`;
  if (browser === 'Firefox') return 'https://addons.mozilla.org/firefox/addon/headhaul/';
  return `https://chromewebstore.google.com/detail/${chromeId}`;
}

export function browserName(userAgent: string): BrowserName {
  if (userAgent.includes('Edg/')) return 'Edge';
  return userAgent.includes('Firefox/') ? 'Firefox' : 'Chrome';
}
