import { LearnedConfig } from '@headhaul/contracts/boards/learned-config';
import { AgreedPage, type TaughtPageOffer, taughtPageEndpoints } from '@headhaul/contracts/boards/taught-pages';
import { learnedPage } from '@headhaul/domain/testing/learned-page';
import { z } from 'zod';
import type { TestClient } from '../test-app.ts';

export const prairie: TaughtPageOffer = {
  origin: 'https://loads.prairie.example',
  path: '/find',
  learned: LearnedConfig.parse(learnedPage()),
};

export const offer = (extension: TestClient, change: Partial<TaughtPageOffer> = {}) =>
  extension.call(taughtPageEndpoints.offerTaughtPage, { body: { ...prairie, ...change } });
export const agree = (client: TestClient, id: string) => client.call(taughtPageEndpoints.agreeToPage, { params: { id } });
export const removePage = (client: TestClient, id: string) => client.call(taughtPageEndpoints.removeCompanyPage, { params: { id } });
export const listed = (client: TestClient) => client.call(taughtPageEndpoints.listCompanyPages, {});
export async function agreed(extension: TestClient, known?: string) {
  const { pages, ...rest } = await extension.call(taughtPageEndpoints.listAgreedPages, { query: known === undefined ? {} : { known } });
  return { ...rest, pages: pages === null ? null : z.array(AgreedPage).parse(pages) };
}
