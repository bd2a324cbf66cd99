import { boardFields, boardIds } from '@headhaul/domain/boards/board-load';
import { describe, expect, it } from 'vitest';
import { BoardConfig, boardHosts, boardOfHost, maxBoardConfigBytes, readBoardConfig } from './board-config.ts';

const place = (name: string) => ({ sel: [`[data-test='${name}']`], as: 'cityState' });

function sample() {
  return {
    schema: 1,
    board: 'dat',
    version: 37,
    stage: 'BETA',
    minExt: '0.1.0',
    issuedAt: '2026-11-17T10:00:00Z',
    expiresAt: '2027-02-17T00:00:00Z',
    enabled: true,
    features: {},
    hosts: ['one.dat.com'],
    paths: ['/search-loads', '/search-loads-ow'],
    virtualised: true,
    container: ['#table-viewport .cdk-virtual-scroll-content-wrapper'],
    row: [".row-container[id^='table-row-']"],
    key: { attr: 'id', strip: 'table-row-' },
    ignore: ["[data-test='load-age-cell']"],
    layouts: [
      {
        id: 'compact',
        when: { rowHas: 'dat-company .info-container' },
        fields: {
          origin: place('load-origin-cell'),
          destination: place('load-destination-cell'),
          tripMiles: { sel: ["[data-test='load-trip-cell']"], as: 'miles' },
          weight: { sel: ['dat-company .info-container > div'], as: 'pounds', part: 1, options: { isThousands: false } },
        },
        required: ['origin', 'destination'],
        requiredAny: ['tripMiles'],
      },
    ],
    detail: {
      host: ['dat-load-details'],
      fields: { email: { sel: ["dat-contacts a[href^='mailto:']"], attr: 'href', as: 'mailto' } },
      pairs: [
        {
          root: 'dat-equipment',
          label: '.data-label',
          value: '.data-item',
          take: [{ label: 'reference id', field: 'reference', as: 'text' }],
        },
      ],
    },
    anchors: { row: ["[data-test='load-rate-cell']"], detail: ['.details-header_actions'] },
    health: { minRows: 1, quorumPct: 70, fieldFloor: { tripMiles: 90 } },
  };
}

type Sample = ReturnType<typeof sample>;
function changed(change: (config: Sample & Record<string, unknown>) => void) {
  const config = sample();
  change(config);
  return BoardConfig.safeParse(config);
}
const firstLayout = (config: Sample) => config.layouts[0] as Sample['layouts'][number];

describe('a board’s configuration', () => {
  it('is read back as it was written', () => {
    expect(readBoardConfig(JSON.stringify(sample()))).toEqual(sample());
  });

  it('knows at most forty fields', () => expect(boardFields.length).toBeLessThanOrEqual(40));

  it('knows the hosts of every board', () => expect(new Set(Object.keys(boardHosts))).toEqual(new Set(boardIds)));

  it.each<[string, (config: Sample & Record<string, unknown>) => void]>([
    ['an unknown key', (config) => Object.assign(config, { script: 'x' })],
    ['an unknown key in a step', (config) => Object.assign(firstLayout(config).fields.origin, { next: 'usd' })],
    ['an unknown key in an option', (config) => Object.assign(firstLayout(config).fields.weight.options, { index: 3 })],
    ['an unknown field', (config) => Object.assign(firstLayout(config).fields, { password: place('x') })],
    ['an unknown transform', (config) => Object.assign(firstLayout(config).fields.origin, { as: 'eval' })],
    ['a pattern for a text', (config) => Object.assign(firstLayout(config).fields.origin, { regex: '.*' })],
    ['a hostile selector of a field', (config) => Object.assign(firstLayout(config).fields.origin, { sel: ['[onclick]'] })],
    ['a page as the row', (config) => Object.assign(config, { row: ['body'] })],
    ['everything as the container', (config) => Object.assign(config, { container: ['*'] })],
    ['no selector', (config) => Object.assign(config, { container: [] })],
    ['too many selectors', (config) => Object.assign(config, { row: Array.from({ length: 7 }, () => '.a') })],
    ['a long selector', (config) => Object.assign(config, { row: [`.${'a'.repeat(300)}`] })],
    ['a handler', (config) => Object.assign(firstLayout(config).fields.origin, { attr: 'onclick' })],
    ['a source', (config) => Object.assign(firstLayout(config).fields.origin, { attr: 'src' })],
    ['a value that the user typed', (config) => Object.assign(firstLayout(config).fields.origin, { attr: 'value' })],
    ['a link as a place', (config) => Object.assign(firstLayout(config).fields.origin, { attr: 'href' })],
    ['a link of a pair as text', (config) => Object.assign(config.detail.pairs[0]?.take[0] ?? {}, { attr: 'href' })],
    ['a key from a link', (config) => Object.assign(config.key, { attr: 'href' })],
    ['a host of somebody else', (config) => Object.assign(config, { hosts: ['mail.example'] })],
    ['a host of another board', (config) => Object.assign(config, { hosts: ['main.truckstop.com'] })],
    ['a part of a host', (config) => Object.assign(config, { hosts: ['dat.com'] })],
    ['an address as a path', (config) => Object.assign(config, { paths: ['https://one.dat.com/'] })],
    ['a field that is required and not read', (config) => firstLayout(config).required.push('company')],
    ['two layouts with one name', (config) => config.layouts.push(firstLayout(config))],
    ['an end before its beginning', (config) => Object.assign(config, { expiresAt: config.issuedAt })],
    ['no version', (config) => Object.assign(config, { version: 0 })],
    ['a quorum of nothing', (config) => Object.assign(config.health, { quorumPct: 0 })],
    ['another schema', (config) => Object.assign(config, { schema: 2 })],
  ])('with %s is refused', (_, change) => expect(changed(change).success).toBe(false));

  it('is refused unread when it is too large, and when it is no JSON', () => {
    const text = JSON.stringify(sample());
    expect(readBoardConfig(text + ' '.repeat(maxBoardConfigBytes - text.length))).not.toBeNull();
    expect(readBoardConfig(text + ' '.repeat(maxBoardConfigBytes - text.length + 1))).toBeNull();
    expect(readBoardConfig('{')).toBeNull();
    expect(readBoardConfig('null')).toBeNull();
  });
});

describe('hosts', () => {
  it('no pack can be for a board that we don’t know', () => {
    expect(BoardConfig.safeParse({ ...sample(), board: 'other', hosts: ['loads.example'] }).success).toBe(false);
  });

  it('a host belongs to its board, and others to none', () => {
    const hosts = ['one.dat.com', 'www6.sylectus.com', 'loads.example', 'constructor'];
    expect(hosts.map(boardOfHost)).toEqual(['dat', 'sylectus', 'other', 'other']);
  });
});

it('a column for a checkbox has an empty head', () => {
  const heads = (texts: string[]) => changed((config) => Object.assign(firstLayout(config), { heads: { sel: 'th', texts } })).success;
  expect(heads(['', 'from', 'to'])).toBe(true);
  expect(heads(['From'])).toBe(false);
});
