import type { TaughtConfig } from '../boards/teach/teach-page.ts';

/** What a lesson learns of a page, for tests. `list` is the name of its list. */
export function learnedPage(list = 'loads'): TaughtConfig {
  const container = `div[data-qa='${list}']`;
  const cell = (name: string) => `:scope > div[data-qa='${name}']`;
  return {
    container: [container],
    row: [`${container} > div[role='row'][data-load]`],
    key: { attr: 'data-load' },
    ignore: [],
    layouts: [
      {
        id: 'taught',
        when: { rowHas: cell('origin') },
        fields: {
          origin: { sel: [cell('origin')], as: 'cityState' },
          destination: { sel: [cell('destination')], as: 'cityState' },
          rateTotal: { sel: [cell('rate')], as: 'usd' },
          email: { sel: [":scope > a[href^='mailto:']"], attr: 'href', as: 'mailto' },
        },
        required: ['origin', 'destination'],
        requiredAny: ['rateTotal'],
      },
    ],
    anchors: { row: [cell('rate')] },
    health: { minRows: 5, quorumPct: 70, fieldFloor: { rateTotal: 40 } },
  };
}
