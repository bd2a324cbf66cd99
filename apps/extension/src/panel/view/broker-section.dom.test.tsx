import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { facts, nowMs } from '../testing/panel-world.ts';
import { factorView } from './broker-lines.ts';
import { BrokerSection } from './broker-section.tsx';
import { HostProvider } from './panel-host.ts';

const host = {
  ask: async () => null,
  mail: async () => null,
  onChanged: () => () => undefined,
  findTab: async () => null,
  reportLayout: async () => true,
  openWeb: () => undefined,
};
function draw(over: { facts?: typeof facts; emails?: string[]; grossCents?: number | null } = {}): string {
  const answer = { ok: true as const, value: over.facts ?? facts, atMs: nowMs, isOld: false };
  return renderToStaticMarkup(
    <HostProvider value={host}>
      <BrokerSection
        posted={{ mc: '428816', name: 'Lakeshore Freight' }}
        contact={{ phones: ['+13125550148'], emails: over.emails ?? ['carla@lakeshore.example'] }}
        grossCents={over.grossCents ?? null}
        facts={{ answer, again: () => undefined }}
      />
    </HostProvider>,
  );
}
const withStanding = (change: object) => ({
  ...facts,
  factor: { ...facts.factor, standing: { ...facts.factor.standing, ...change } as typeof facts.factor.standing },
});

describe('a posted address', () => {
  it('that imitates the broker’s is marked at the letter, with what is known beside it', () => {
    const html = draw({ emails: ['carla@lakesh0re.example'] });
    expect(html).toContain('1 thing to check before you book');
    expect(html).toContain('lakesh<mark>0</mark>re.example');
    expect(html).toContain('You know this broker on 14 loads by <strong class="domain">lakeshore.example</strong>');
  });

  it.each(['carla@lakeshore.example', 'carla@quotes.lakeshore.example', 'carla@gmail.com'])('%s is not', (address) => {
    expect(draw({ emails: [address] })).not.toContain('<mark>');
  });
});

describe('the factor’s limit', () => {
  it('is a bar where both numbers are known', () => {
    const html = draw();
    expect(html).toContain('$3,800 of $15,000');
    expect(html).toMatch(/width:25\.3+\d?%/);
    expect(draw({ facts: withStanding({ usedCents: null }) })).not.toContain('Limit used');
    expect(draw({ facts: withStanding({ limitCents: null }) })).not.toContain('Limit used');
    expect(draw({ facts: withStanding({ usedCents: 1_600_000 }) })).toContain('class="meter-full" style="width:100%"');
    expect(draw({ facts: withStanding({ limitCents: 0, usedCents: 0 }) })).toContain('width:100%');
  });

  it('is compared with what the load pays, if that is known', () => {
    expect(factorView(facts, 1_120_000).doubt).toBeNull();
    expect(factorView(facts, 1_120_001).doubt).toBe('This load pays $11,200.01, more than the $11,200 left');
    expect(factorView(facts, null).doubt).toBeNull();
    expect(factorView(withStanding({ usedCents: null }), 9_900_000).doubt).toBeNull();
    expect(draw({ grossCents: 1_200_000 })).toContain('This load pays $12,000, more than the $11,200 left');
  });
});
