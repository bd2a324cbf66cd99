import { type TaughtPageOffer, taughtPageEndpoints } from '@headhaul/contracts/boards/taught-pages';
import type { TestClient } from '../test-app.ts';

export const prairie: TaughtPageOffer = {
  origin: 'https://loads.prairie.example',
  path: '/find',
  insteadOf: 0,
  learned: {
    container: ["[role='table']"],
    row: ["[role='table'] > [role='row']"],
    key: { attr: 'data-load' },
    ignore: [],
    layouts: [
      {
        id: 'taught',
        when: { rowHas: "[data-qa='origin']" },
        fields: {
          origin: { sel: ["[data-qa='origin']"], as: 'cityState' },
          destination: { sel: ["[data-qa='destination']"], as: 'cityState' },
          rateTotal: { sel: ["[data-qa='rate']"], as: 'usd' },
        },
        required: ['origin', 'destination'],
        requiredAny: ['rateTotal'],
      },
    ],
    anchors: { row: ["[data-qa='rate']"] },
    health: { minRows: 5, quorumPct: 70, fieldFloor: { rateTotal: 40 } },
  },
};

export const offer = (extension: TestClient, change: Partial<TaughtPageOffer> = {}) =>
  extension.call(taughtPageEndpoints.offerTaughtPage, { body: { ...prairie, ...change } });
export const agree = (client: TestClient, id: string) => client.call(taughtPageEndpoints.agreeToPage, { params: { id } });
export const removePage = (client: TestClient, id: string) => client.call(taughtPageEndpoints.removeCompanyPage, { params: { id } });
export const listed = (client: TestClient) => client.call(taughtPageEndpoints.listCompanyPages, {});
export const agreed = (extension: TestClient, known?: string) =>
  extension.call(taughtPageEndpoints.listAgreedPages, { query: known === undefined ? {} : { known } });
