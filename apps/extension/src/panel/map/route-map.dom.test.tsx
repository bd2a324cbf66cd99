// @vitest-environment happy-dom
import { writePolyline } from '@headhaul/domain/roads/polyline';
import { beforeEach, expect, test } from 'vitest';
import { createReactPage } from '../../testing/react-page.ts';
import type { FromPanel } from '../messages.ts';
import { driver, driverId, load } from '../testing/panel-world.ts';
import { HostProvider, type PanelHost } from '../view/panel-host.ts';
import { RouteMap } from './route-map.tsx';

const milwaukee = { lat: 43.04, lng: -87.91 };
const conley = { lat: 33.65, lng: -84.33 };
const racine = { lat: 42.73, lng: -87.78 };
const route = {
  pickup: milwaukee,
  delivery: conley,
  truck: racine,
  loadedLine: writePolyline([milwaukee, { lat: 39.77, lng: -86.16 }, conley]),
  deadheadLine: writePolyline([racine, milwaukee]),
  isByRoad: true,
};
const ok = (value: unknown) => ({ ok: true, value, atMs: 0, isOld: false });

const page = createReactPage();
let asked: FromPanel[];
let answer: unknown;

beforeEach(() => {
  [asked, answer] = [[], ok({ route })];
});
async function show(chosen: string | null = driverId, change: Partial<typeof load> = {}): Promise<void> {
  const host = {
    async ask(message: FromPanel) {
      asked.push(message);
      return answer;
    },
  } as unknown as PanelHost;
  const drivers = {
    answer: { ok: true as const, value: { drivers: [driver], chosenId: chosen }, atMs: 0, isOld: false },
    again: () => undefined,
    driverId: chosen,
    choose: () => undefined,
  };
  await page.draw(
    <HostProvider value={host}>
      <RouteMap load={{ ...load, ...change }} drivers={drivers} />
    </HostProvider>,
  );
}

const text = () => document.body.textContent ?? '';
const labels = () => [...document.querySelectorAll('svg text')].map((one) => one.textContent);
const numbersOf = (selector: string) => (document.querySelector(selector)?.getAttribute('points') ?? '').split(/[ ,]/).map(Number);

test('draws the way, the deadhead and where the driver is empty, and says so in words', async () => {
  await show();
  expect(asked).toEqual([
    {
      type: 'panel:route',
      origin: { city: 'Milwaukee', state: 'WI', zip: null },
      destination: { city: 'Conley', state: 'GA', zip: null },
      driverId,
      isFresh: false,
    },
  ]);
  expect(document.querySelector('svg')?.getAttribute('aria-label')).toBe(
    'Route from Milwaukee, WI to Conley, GA. Dashed: deadhead from Racine, WI, where Omar Haddad is empty.',
  );
  expect(labels()).toEqual(expect.arrayContaining(['OH', 'Conley']));
  const [x0 = 0, y0 = 0, , , x2 = 0, y2 = 0] = numbersOf('.map-loaded');
  // Georgia is south and east of Wisconsin, and both are on the drawing.
  expect(y2).toBeGreaterThan(y0);
  expect(x2).toBeGreaterThan(x0);
  for (const value of numbersOf('.map-loaded')) expect(value).toBeGreaterThan(0);
  expect(numbersOf('.map-deadhead')).toHaveLength(4);
});

test('has no deadhead without a driver, and says when nobody knows where the driver is', async () => {
  answer = ok({ route: { ...route, truck: null, deadheadLine: null } });
  await show(null);
  expect(document.querySelector('.map-deadhead')).toBeNull();
  expect(text()).not.toContain('isn’t known');
  await page.clear();
  await show();
  expect(text()).toContain('Where Omar Haddad will be empty isn’t known.');
});

test('says that a line is straight, and when there is no map', async () => {
  answer = ok({ route: { ...route, isByRoad: false } });
  await show();
  expect(text()).toContain('A straight line where no road is known.');
  await page.clear();
  answer = ok({ route: null });
  await show();
  expect(text()).toContain('No map: we don’t know one of these cities.');
});

test('asks nothing about a load without both cities', async () => {
  await show(driverId, { origin: { ...load.origin, city: null } });
  expect([asked, text()]).toEqual([[], '']);
});

test('a line from elsewhere draws nothing but a line', async () => {
  answer = ok({ route: { ...route, loadedLine: '"><script>', deadheadLine: '' } });
  await show();
  expect(document.querySelectorAll('script')).toHaveLength(0);
  expect(document.querySelector('.map-deadhead')).toBeNull();
});
